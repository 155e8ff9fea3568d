import type { Brand } from '@frens/compose';
import { formatCount } from '@frens/contract/formats';
import { isolate } from '@frens/contract/isolate';
import { completeLanguageOf, type Language, languages } from '@frens/contract/languages';
import { createInstance, type i18n as i18nLibrary } from 'i18next';
import { i18n, texts } from './current-platform.ts';
import type { Locales, Texts } from './remote-module.ts';
import type { QualifiedKey, TextValues, Translate } from './texts.ts';

/** The texts of a page. Keys are `namespace:section.name`. */
export interface SiteI18n {
  /** The language in use. */
  readonly language: Language;
  /** Whether the first texts are here. */
  readonly isStarted: boolean;
  /** The text of the first key that has one, in the language in use or in English; without one, the key. `count` selects its plural form. */
  t: Translate<QualifiedKey>;
  /** Whether a key has a text. */
  exists(key: string): boolean;
  /** The same for the keys of one namespace. It is another function once the texts have changed. */
  namespace(name: string): Translate<string>;
  /** Adds texts to a namespace. */
  addResourceBundle(language: Language, namespace: string, texts: Texts): void;
  /** The texts of a language by namespace, as far as they are here. */
  textsIn(language: Language): Readonly<Record<string, Texts>>;
  /**
   * Switches the language when all its texts are loaded; until then, and when one fails, everything stays. Of concurrent switches
   * the last one wins.
   *
   * @throws what kept a text from coming
   */
  changeLanguage(language: Language): Promise<void>;
  /** Calls back when the texts on the page have changed: another language, or an edit in development. */
  subscribe(changed: () => void): () => void;
}

/** The texts of a page, and what loads them. */
export interface PlatformTexts {
  i18n: SiteI18n;
  /**
   * Loads the texts of the named namespaces, in three tries within a second.
   *
   * @param first namespaces that the first paint needs
   * @throws when one of them came in no language that can stand in: a page that names its keys is worse than none
   */
  start(first: Record<string, Locales>): Promise<void>;
  /** Registers a remote's texts and loads them in the current language; resolves before the remote renders. */
  add(namespace: string, locales: Partial<Locales>): Promise<void>;
}

const [fallback] = languages;

/** What a language that a namespace does not speak has of its own. */
const noTexts = async () => ({ default: {} });

/** The languages that texts are looked up in. What is complete in its own needs no English. */
const tagsOf = (language: Language, locales: Partial<Locales>): Language[] =>
  completeLanguageOf(language) === language && locales[language] ? [language] : [language, fallback];

/** Creates the texts of one page. `library` is what pages have of i18next, where that is tested (scripts/trimmed-libraries.js). */
export function createTexts({
  brand,
  language: first,
  onLanguage,
  library = createInstance(),
}: {
  brand: Brand;
  language: Language;
  onLanguage?: (language: Language) => void;
  library?: i18nLibrary;
}): PlatformTexts {
  // At once, as it imports nothing itself.
  void library.init({
    initAsync: false,
    lng: first,
    fallbackLng: fallback,
    supportedLngs: languages,
    resources: {},
    defaultNS: 'shell',
    // React escapes; members' text is isolated in its own direction (bidi).
    interpolation: { escape: isolate, defaultVariables: { ...brand } },
  });
  // As everything else writes numbers: by the reader's country, or by the `locale` among the values of the text (`useLocale`).
  library.services.formatter?.add('number', (count: number, _tag, { locale }) =>
    formatCount(language, count, locale),
  );
  const namespaces = new Map<string, Partial<Locales>>();
  const translators = new Map<string, Translate<string>>();
  const listeners = new Set<() => void>();
  let language = first;
  let wanted = first;
  let isStarted = false;

  const textsIn = (tag: Language): Readonly<Record<string, Texts>> => library.getDataByLanguage(tag) ?? {};
  const tell = () => {
    translators.clear();
    for (const listener of listeners) listener();
  };

  /** Imports what is missing of a namespace, in parallel; it is entered when all of it is here. */
  const load = async (namespace: string, locales: Partial<Locales>, tags: Language[]) => {
    const loaded = await Promise.all(
      tags.map(async (tag) => [tag, (await (locales[tag] ?? noTexts)()).default] as const),
    );
    return () => {
      for (const [tag, texts] of loaded) i18n.addResourceBundle(tag, namespace, texts);
    };
  };
  const missing = (namespace: string, locales: Partial<Locales>, tag: Language) =>
    tagsOf(tag, locales).filter((one) => !textsIn(one)[namespace]);

  const i18n: SiteI18n = {
    get language() {
      return language;
    },
    get isStarted() {
      return isStarted;
    },
    t: library.t,
    exists: (key) => library.exists(key),
    namespace(name) {
      const t = translators.get(name) ?? library.getFixedT(null, name);
      translators.set(name, t);
      return t;
    },
    addResourceBundle: (tag, namespace, texts) =>
      void library.addResourceBundle(tag, namespace, texts, false, true),
    textsIn,
    async changeLanguage(next) {
      wanted = next;
      const all = [...namespaces];
      const enter = await Promise.all(
        all.map(([namespace, locales]) => load(namespace, locales, missing(namespace, locales, next))),
      );
      for (const one of enter) one();
      if (wanted !== next) return;
      await library.changeLanguage(next);
      language = next;
      onLanguage?.(next);
      tell();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };

  return {
    i18n,
    async start(first) {
      onLanguage?.(language);
      if (process.env.NODE_ENV === 'development') followEdits(i18n, tell);
      const begin = async ([namespace, locales]: [string, Locales]) => {
        namespaces.set(namespace, locales);
        const own = missing(namespace, locales, language);
        for (const tags of language === fallback ? [own] : [own, [fallback]])
          if (
            await retry(() => load(namespace, locales, tags)).then(
              (enter) => (enter(), true),
              () => false,
            )
          )
            return;
        throw new Error(`The texts of ${namespace} did not load`);
      };
      await Promise.all(Object.entries(first).map(begin));
      isStarted = true;
    },
    async add(namespace, locales) {
      const before = namespaces.get(namespace) ?? locales;
      namespaces.set(namespace, locales);
      const tags = before === locales ? missing(namespace, locales, language) : tagsOf(language, locales);
      const enter = await load(namespace, locales, tags);
      // Another version brings its own texts, which replace these when they are there.
      if (before !== locales) for (const tag of languages) library.removeResourceBundle(tag, namespace);
      enter();
    },
  };
}

/** Three tries within a second: five would show nothing for eleven seconds. */
async function retry<Result>(act: () => Promise<Result>, waits = [350, 700]): Promise<Result> {
  const [wait, ...later] = waits;
  try {
    return await act();
  } catch (cause) {
    if (wait === undefined) throw cause;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return retry(act, later);
  }
}

/** Hot reload of texts: the development server sends them (scripts/dev/texts-loader.js). */
function followEdits(i18n: SiteI18n, tell: () => void): void {
  addEventListener('frens:texts', (event) => {
    // Safe: only that loader dispatches events of this name.
    const { namespace, language, texts } = (event as CustomEvent).detail;
    i18n.addResourceBundle(language, namespace, texts);
    tell();
  });
}

/**
 * A text whose key no type checks: made by a schema of the contract, or from a status. The first existing key is used. A test
 * checks the keys that schemas name.
 */
export function textOf(keys: string | string[], values?: TextValues): string {
  // Safe: it takes any key; only its type names those that there are.
  return (i18n.t as (keys: string | string[], values?: TextValues) => string)(keys, values);
}

/** Registers a remote's texts, as the shell does before it shows it. */
export function addTexts(namespace: string, locales: Partial<Locales>): Promise<void> {
  return texts.add(namespace, locales);
}

/** Switches the language on the reader's request. See `SiteI18n.changeLanguage`. */
export function chooseLanguage(language: Language): Promise<void> {
  return i18n.changeLanguage(language);
}

/** The language in use, narrowed to the ones the site speaks. */
export function currentLanguage(): Language {
  return i18n.language;
}
