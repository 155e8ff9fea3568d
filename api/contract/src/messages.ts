import answersEn from '../locales/answers/en.json' with { type: 'json' };
import answersEs from '../locales/answers/es.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import { formatAmount } from './formats.ts';
import { isolate } from './isolate.ts';
import { type CompleteLanguage, completeLanguageOf, type Language } from './languages.ts';

export type MessageValues = Record<string, string | number>;

/** Texts shared with pages, and those of the server's answers only. */
const texts: Record<CompleteLanguage, unknown> = {
  en: { ...en, ...answersEn },
  es: { ...es, ...answersEs },
};

function lookUp(tree: unknown, key: string): string | undefined {
  let node = tree;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return undefined;
    // Safe because of the two checks above; the value may be anything and is checked again.
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : undefined;
}

/**
 * Returns the text of a key in a language, or in English if it is missing. `{{value}}` is replaced and isolated in its own text direction;
 * `{{value, amount}}` is formatted as BAMBOO, for the country of `locale` if given.
 */
export type TextOf = (language: Language, key: string, values?: MessageValues, locale?: string) => string;

/** Details of an error that its message can contain. */
export function messageValues(details: Record<string, unknown> = {}): MessageValues {
  const values: MessageValues = {};
  for (const [name, value] of Object.entries(details))
    if (typeof value === 'string' || typeof value === 'number') values[name] = value;
  return values;
}

/** Creates a lookup over one tree of texts per language. */
export function createTexts(trees: Record<CompleteLanguage, unknown>): TextOf {
  return function textOf(language, key, values = {}, locale) {
    const text = lookUp(trees[completeLanguageOf(language)], key) ?? lookUp(trees.en, key);
    if (text === undefined) throw new RangeError(`There is no text for the message key "${key}".`);
    return text.replace(/\{\{(\w+)(, amount)?\}\}/g, (whole, name: string, amount?: string) => {
      if (!Object.hasOwn(values, name)) return whole;
      const value = String(values[name]);
      return amount ? formatAmount(language, value, locale) : isolate(value);
    });
  };
}

/** The server's sentences in its answers. */
export const messageText: TextOf = createTexts(texts);

/** The server's sentences in one language. */
export const messagesIn =
  (language: Language) =>
  (key: string, values?: MessageValues): string =>
    messageText(language, key, values);

/** Whether a key exists; messages of libraries are not keys. */
export function hasMessage(key: string): boolean {
  return lookUp(texts.en, key) !== undefined;
}
