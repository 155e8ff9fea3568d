import { type BackendModule, createInstance, type i18n as I18n, type LanguageDetectorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { brand } from './brand.ts';
import { type Language, type Locales, languages } from './remote-module.ts';
import type { QualifiedKey, TextValues, Translate } from './texts.ts';

const storageKey = 'language';
const namespaces = new Map<string, Locales>();

function isLanguage(value: string): value is Language {
  return (languages as readonly string[]).includes(value);
}

/** Texts come from the bundle that owns them: the shell's and each remote's own files, one chunk per language. */
const bundledTexts: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = isLanguage(language) ? namespaces.get(namespace)?.[language] : undefined;
    if (!load) {
      done(new Error(`No texts for ${namespace} in ${language}`), false);
      return;
    }
    load().then(
      (texts) => done(null, texts.default),
      (cause: unknown) => done(new Error(`Texts of ${namespace} did not load`, { cause }), true),
    );
  },
};

/** The member's stored choice, then the browser's languages, then English (spec section 9). */
const storedThenBrowser: LanguageDetectorModule = {
  type: 'languageDetector',
  init() {},
  detect() {
    const wanted = [readChoice(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
    return wanted.find((tag): tag is Language => tag !== null && isLanguage(tag)) ?? languages[0];
  },
  cacheUserLanguage(language) {
    try {
      localStorage.setItem(storageKey, language);
    } catch {
      // Storage may be refused (private mode, full): the choice then lasts for this page only.
    }
    // For the server, which names the files of this language in the page itself.
    document.cookie = `${storageKey}=${language}; path=/; max-age=31536000; samesite=lax`;
  },
};

function readChoice(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null; // Storage refused: as if nothing had been chosen.
  }
}

type SiteI18n = Omit<I18n, 't'> & { t: Translate<QualifiedKey> };

/** The one i18n instance of the page, whose keys are those that exist. Screens read it through `useTranslation(<their name>)`. */
export const i18n: SiteI18n = createInstance();

/**
 * A text whose key is made where no type follows it: by a schema of the contract, from a status. The first key that exists counts.
 * What the schemas name is checked with them.
 */
export function textOf(keys: string | string[], values?: TextValues): string {
  // True because it is one; only the keys of `t` were narrowed.
  return (i18n as I18n).t(keys, values);
}

/**
 * Starts the instance and loads the named namespaces in the detected language.
 *
 * @param first namespaces that the first paint needs
 * @throws when one of them came in no language that can stand in: a page that names its keys is worse than none
 */
export async function startI18n(first: Record<string, Locales>): Promise<void> {
  for (const [namespace, locales] of Object.entries(first)) namespaces.set(namespace, locales);
  await i18n
    .use(bundledTexts)
    .use(storedThenBrowser)
    .use(initReactI18next)
    .init({
      fallbackLng: languages[0],
      supportedLngs: languages,
      ns: Object.keys(first),
      defaultNS: 'shell',
      interpolation: { escapeValue: false, defaultVariables: { ...brand } },
      react: { useSuspense: false },
      partialBundledLanguages: true,
      // Three tries within a second: five would show nothing at all for eleven.
      maxRetries: 2,
    });
  const lost = Object.keys(first).filter(
    (name) => !i18n.languages.some((tag) => i18n.hasResourceBundle(tag, name)),
  );
  if (lost.length > 0) throw new Error(`The texts of ${lost.join(', ')} did not load`);
}

/**
 * Registers a remote's texts and loads them in the current language; resolves before the remote renders.
 * The texts are imported here and not left to i18next, which never asks again for a namespace that failed once.
 */
export async function addTexts(namespace: string, locales: Locales): Promise<void> {
  namespaces.set(namespace, locales);
  const missing = [...new Set([currentLanguage(), languages[0]])].filter(
    (language) => !i18n.hasResourceBundle(language, namespace),
  );
  // Side by side: each waits for the line.
  const loads = missing.map(async (language) => ({ language, texts: await locales[language]() }));
  for (const { language, texts } of await Promise.all(loads)) {
    i18n.addResourceBundle(language, namespace, texts.default);
  }
  await i18n.loadNamespaces(namespace);
}

/** The language in use, narrowed to the ones the site speaks. */
export function currentLanguage(): Language {
  const tag = i18n.resolvedLanguage ?? languages[0];
  return isLanguage(tag) ? tag : languages[0];
}
