import { describe, expect, it } from 'vitest';
import { foldText, textsContain } from './search-text.ts';

describe('foldText', () => {
  it.each([
    ['José Ñandú', 'jose nandu'],
    ['STRASSE', foldText('Straße')],
    ['Łukasz Bjørn', 'lukasz bjorn'],
    ['İpek', 'ipek'],
    ['ΆΝΝΑ ς', 'αννα ς'],
    ['ﬁsh', 'fish'],
  ])('takes %s for %s', (text, folded) => {
    expect(foldText(text)).toBe(foldText(folded));
  });

  it('keeps the vowels of Hindi, which are no accents', () => {
    expect(foldText('कि')).not.toBe(foldText('क'));
  });
});

describe('textsContain', () => {
  it('finds a part of any of the texts, and nothing across two', () => {
    expect(textsContain(['Ana Núñez', 'Gärtnerin'], ' nune ')).toBe(true);
    expect(textsContain(['Ana Núñez', 'Gärtnerin'], 'TNER')).toBe(true);
    expect(textsContain(['Ana', 'Gardener'], 'anaga')).toBe(false);
    expect(textsContain(['Ana'], '')).toBe(true);
  });
});
