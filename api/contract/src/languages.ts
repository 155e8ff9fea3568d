/** Languages with complete texts in every workspace. The first is the fallback. */
export const completeLanguages = ['en', 'es'] as const;

/** Languages with texts in some workspaces only, in `locales/<language>.json`; readers may choose them too. */
export const partialLanguages = [] as const;

/** Languages of the site. */
export const languages = [...completeLanguages, ...partialLanguages] as const;

export type CompleteLanguage = (typeof completeLanguages)[number];
export type Language = (typeof languages)[number];

/** Whether the site offers a language. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The language of texts that live in code instead of `locales`: the reader's, or the fallback. */
export function completeLanguageOf(language: Language): CompleteLanguage {
  return completeLanguages.find((one) => one === language) ?? completeLanguages[0];
}
