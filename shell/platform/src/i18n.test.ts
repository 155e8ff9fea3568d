import { beforeAll, describe, expect, it, vi } from 'vitest';
import { brand, i18n, texts as pageTexts } from './current-platform.ts';
import { addTexts, chooseLanguage, createTexts, currentLanguage, textOf } from './i18n.ts';
import { readLanguage } from './language.ts';
import type { Texts } from './remote-module.ts';
import { openTestPlatform } from './testing/test-providers.tsx';

const texts = (title: string) => async () => ({ default: { title } });

let firstLanguage: string;

beforeAll(async () => {
  localStorage.setItem('language', 'es');
  openTestPlatform({ language: readLanguage() });
  const started = pageTexts.start({
    shell: { en: texts('Home of {{site}}'), es: texts('Casa de {{site}}') },
  });
  firstLanguage = currentLanguage();
  await started;
});

describe('i18n', () => {
  it('starts in the stored language and fills in the names of the site', () => {
    expect(currentLanguage()).toBe('es');
    expect(textOf('shell:title')).toBe(`Casa de ${brand.site}`);
  });

  it('keeps a name from right to left to itself, and leaves all others as they are typed', async () => {
    await addTexts('mf-names', { en: texts('{{name}} joined'), es: texts('Se ha unido {{name}}') });
    expect(textOf('mf-names:title', { name: 'مريم' })).toBe('Se ha unido \u2068مريم\u2069');
    expect(textOf('mf-names:title', { name: "<b>O'Connor & María</b>" })).toBe(
      "Se ha unido <b>O'Connor & María</b>",
    );
  });

  it("writes numbers as in the reader's country", async () => {
    await addTexts('mf-counts', { en: texts('{{count, number}}'), es: texts('{{count, number}}') });
    expect(textOf('mf-counts:title', { count: 12_345 })).toBe('12.345');
    const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['es-MX']);
    expect(textOf('mf-counts:title', { count: 12_345 })).toBe('12,345');
    languages.mockRestore();
  });

  it('is in that language for the calls that leave before the texts have come', () => {
    expect(firstLanguage).toBe('es');
  });

  it('loads the texts of a remote that arrives later, and follows the language', async () => {
    await addTexts('mf-test', { en: texts('Circles'), es: texts('Círculos') });
    expect(textOf('mf-test:title')).toBe('Círculos');
    await i18n.changeLanguage('en');
    expect(textOf('mf-test:title')).toBe('Circles');
    expect(localStorage.getItem('language')).toBe('en');
    // The server reads it, to hint at the right files.
    expect(document.cookie).toContain('language=en');
  });

  it('asks again for texts that did not load', async () => {
    let broken = true;
    const flaky = async () => {
      if (broken) throw new Error('Loading chunk 7 failed');
      return { default: { title: 'Back' } };
    };
    await expect(addTexts('mf-flaky', { en: flaky, es: flaky })).rejects.toThrow('Loading chunk 7');
    broken = false;
    await addTexts('mf-flaky', { en: flaky, es: flaky });
    expect(textOf('mf-flaky:title')).toBe('Back');
  });

  it('stays in its language until all texts of the chosen one are here, and the choice made last counts', async () => {
    const came: ((value: { default: Texts }) => void)[] = [];
    let broken = true;
    const late = () =>
      broken
        ? Promise.reject(new Error('Loading chunk 9 failed'))
        : new Promise<{ default: Texts }>((resolve) => came.push(resolve));
    await addTexts('mf-late', { en: texts('Early'), es: late });
    await expect(chooseLanguage('es')).rejects.toThrow('Loading chunk 9');
    expect([currentLanguage(), textOf('shell:title')]).toEqual(['en', `Home of ${brand.site}`]);
    broken = false;
    const chosen = chooseLanguage('es');
    await chooseLanguage('en');
    came[0]?.({ default: { title: 'Tarde' } });
    await chosen;
    expect(currentLanguage()).toBe('en');
    await chooseLanguage('es');
    expect([textOf('mf-late:title'), textOf('shell:title')]).toEqual(['Tarde', `Casa de ${brand.site}`]);
    await chooseLanguage('en');
  });

  it('takes the texts of another version of a remote in place of those before, in every language', async () => {
    await addTexts('mf-older', { en: texts('New'), es: texts('Nuevo') });
    await i18n.changeLanguage('es');
    await addTexts('mf-older', { en: texts('Old'), es: texts('Viejo') });
    expect(textOf('mf-older:title')).toBe('Viejo');
    await i18n.changeLanguage('en');
    expect(textOf('mf-older:title')).toBe('Old');
  });

  it('does not start without words: a page must not name its keys', async () => {
    const lost = () => Promise.reject(new Error('Loading chunk 8 failed'));
    const { start } = createTexts({ brand, language: 'en' });
    await expect(start({ 'lost-texts': { en: lost, es: lost } })).rejects.toThrow(
      'The texts of lost-texts did not load',
    );
  });
});
