import { describe, expect, it } from 'vitest';
import { foldText, textsContain } from './search-text.ts';

describe('textsContain', () => {
  it.each([
    ['Χρισ', 'Χρίστος'],
    ['χριστοσ', 'ΧΡΙΣΤΟΣ'],
    ['αδης', 'ᾍδης'],
    ["o'connor", 'Sinéad O’Connor'],
    ['oconnor', 'O´Connor'],
    ['oʼconnor', "O'Connor"],
    ['hawaii', 'Hawaiʻi'],
    ['jean luc', 'Jean-Luc'],
    ['jean-luc', 'Jean\u2010Luc Picard'],
    ['anne — marie', 'Anne\u00a0Marie'],
    ['coeur', 'Cœur'],
    ['œuvre', 'Manoeuvre'],
    ['aether', 'ÆTHER'],
    ['fish', 'ﬁsh'],
    ['gudrun', 'Guðrún'],
    ['thorir', 'Þórir'],
    ['lukasz bjorn', 'Łukasz Bjørn'],
    ['dinh', 'Đình'],
    ['leyla', 'Leylâ'],
    ['eliyev', 'Əliyev'],
    ['ipek', 'İpek'],
    ['isik', 'IŞIK ışık'],
    ['STRASSE', 'Straße'],
    ['strasse', 'STRAẞE'],
    ['jose nandu', 'José Ñandú'],
    ['colleccio', 'Col·lecció'],
    ['col·leccio', 'Col‧lecció'],
    ['أحمد', 'احمد'],
    ['احمد', 'أَحْمَد'],
    ['فاطمه', 'فاطمة'],
    ['علي', 'على'],
    ['کریم', 'كريم'],
    ['محمد', 'محـــمد'],
    ['שלומ', 'שָׁלוֹם'],
    ['می خواهم', 'می\u00a0خواهم'],
    ['ガ', 'ｶﾞ'],
    ['さくら', 'サクラ'],
    ['トモコ', 'ともこ'],
    ['nguyen', 'Nguyễn'],
    ['lodz', 'Łódź'],
    ['ismail isil', 'İsmail\u00a0Işıl'],
    ['ｍａｒｉａ', 'María'],
    ['مسؤول', 'مسوول'],
    ['김', '김지우'],
  ])('finds %s in %s', (searched, text) => {
    expect(textsContain([text], searched)).toBe(true);
  });

  it.each([
    // Neither is an accent of the other.
    ['कि', 'क'],
    ['が', 'か'],
    ['ana luc', 'analuc'],
  ])('does not find %s in %s', (searched, text) => {
    expect(textsContain([text], searched)).toBe(false);
  });

  it('finds a part of any of the texts, and nothing across two', () => {
    expect(textsContain(['Ana Núñez', 'Gärtnerin'], ' nune ')).toBe(true);
    expect(textsContain(['Ana Núñez', 'Gärtnerin'], 'TNER')).toBe(true);
    expect(textsContain(['Ana', 'Gardener'], 'anaga')).toBe(false);
    expect(textsContain(['Ana'], '')).toBe(true);
  });
});

it('folds what is folded to itself', () => {
  for (const text of ['ΧΡΊΣΤΟΣ', 'İstanbul', 'ẞ ﬃ ŀ Ǆ', 'O’Connor – Jean\u2011Luc', 'أَحْمَد ﷲ'])
    expect(foldText(foldText(text))).toBe(foldText(text));
});
