/** Languages in which every workspace says everything. The first stands in for what another one does not say. */
export const completeLanguages = ['en', 'es'] as const;

/** Languages that readers may choose although some workspaces do not speak them: such a workspace adds its own `locales/<language>.json`. */
export const partialLanguages = [] as const;

/** Languages of the site. */
export const languages = [...completeLanguages, ...partialLanguages] as const;

export type CompleteLanguage = (typeof completeLanguages)[number];
export type Language = (typeof languages)[number];

/** Whether the site speaks a language. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The language in which what is written in code, and not in files of texts, is shown to a reader. */
export function completeLanguageOf(language: Language): CompleteLanguage {
  return completeLanguages.find((one) => one === language) ?? completeLanguages[0];
}
