import type { Brand } from '@frens/compose';
import { formatCount } from '@frens/contract/formats';
import { isolate } from '@frens/contract/isolate';
import { completeLanguageOf, type Language, languages } from '@frens/contract/languages';
import { createInstance, type i18n as i18nLibrary } from 'i18next';
import { i18n, texts } from './current-platform.ts';
import type { Locales, Texts } from './remote-module.ts';
import type { QualifiedKey, TextValues, Translate } from './texts.ts';

/** The i18n interface of a page. Keys are `namespace:section.name`. */
export interface SiteI18n {
  /** The language in use. */
  readonly language: Language;
  /** Whether the first texts have loaded. */
  readonly isStarted: boolean;
  /** The text of the first existing key, in the current language or in English; otherwise the key. `count` selects the plural form. */
  t: Translate<QualifiedKey>;
  /** Whether a key has a text. */
  exists(key: string): boolean;
  /** The same for the keys of one namespace. A new function whenever texts change. */
  namespace(name: string): Translate<string>;
  /** Adds texts to a namespace. */
  addResourceBundle(language: Language, namespace: string, texts: Texts): void;
  /** The loaded texts of a language by namespace. */
  textsIn(language: Language): Readonly<Record<string, Texts>>;
  /**
   * Switches the language once all its texts have loaded; if one fails, nothing changes. Of concurrent switches
   * the last one wins.
   *
   * @throws the error of a failed load
   */
  changeLanguage(language: Language): Promise<void>;
  /** Calls back when texts change: another language, or an edit in development. */
  subscribe(changed: () => void): () => void;
}

/** A page's i18n, with loading. */
export interface PlatformTexts {
  i18n: SiteI18n;
  /**
   * Loads the texts of the named namespaces, in three tries within a second.
   *
   * @param first namespaces that the first paint needs
   * @throws when one of them loaded in no usable language: a page that shows keys is worse than none
   */
  start(first: Record<string, Locales>): Promise<void>;
  /** Registers a remote's texts and loads them in the current language; resolves before the remote renders. */
  add(namespace: string, locales: Partial<Locales>): Promise<void>;
}

const [fallback] = languages;

/** The texts of a language that a namespace does not have. */
const noTexts = async () => ({ default: {} });

/** The lookup order of languages. Complete namespaces need no English. */
const tagsOf = (language: Language, locales: Partial<Locales>): Language[] =>
  completeLanguageOf(language) === language && locales[language] ? [language] : [language, fallback];

/** Creates the i18n of one page. `library` is the trimmed i18next in its tests (scripts/trimmed-libraries.js). */
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
  // Synchronous, as it imports nothing.
  void library.init({
    initAsync: false,
    lng: first,
    fallbackLng: fallback,
    supportedLngs: languages,
    resources: {},
    defaultNS: 'shell',
    // React escapes HTML; members' text is isolated (bidi).
    interpolation: { escape: isolate, defaultVariables: { ...brand } },
  });
  // Numbers use the reader's region, or the `locale` value of the text (`useLocale`).
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

  /** Imports a namespace's missing texts in parallel and adds them together. */
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
      // Another version's texts replace these once they have loaded.
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
 * Translates dynamic keys: from a schema of the contract or a status. Uses the first existing key. A test
 * checks the keys that schemas name.
 */
export function textOf(keys: string | string[], values?: TextValues): string {
  // Safe: it takes any key; only its type names those that there are.
  return (i18n.t as (keys: string | string[], values?: TextValues) => string)(keys, values);
}

/** Registers a remote's texts; the shell does so before rendering it. */
export function addTexts(namespace: string, locales: Partial<Locales>): Promise<void> {
  return texts.add(namespace, locales);
}

/** Switches the language on the reader's request. See `SiteI18n.changeLanguage`. */
export function chooseLanguage(language: Language): Promise<void> {
  return i18n.changeLanguage(language);
}

/** The current language, narrowed to the site's languages. */
export function currentLanguage(): Language {
  return i18n.language;
}
