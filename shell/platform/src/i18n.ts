import type { Brand } from '@frens/contract/composition';
import { isolate } from '@frens/contract/isolate';
import { type BackendModule, createInstance, type i18n as I18n } from 'i18next';
import { setI18n } from 'react-i18next';
import { i18n, texts } from './current-platform.ts';
import { isLanguage } from './language.ts';
import { type Language, type Locales, languages } from './remote-module.ts';
import type { QualifiedKey, TextValues, Translate } from './texts.ts';

/** i18next, with the keys that exist. */
export type SiteI18n = Omit<I18n, 't'> & { t: Translate<QualifiedKey> };

/** The texts of a page, and what fills them. */
export interface PlatformTexts {
  i18n: SiteI18n;
  /**
   * Starts the instance and loads the named namespaces.
   *
   * @param first namespaces that the first paint needs
   * @throws when one of them came in no language that can stand in: a page that names its keys is worse than none
   */
  start(first: Record<string, Locales>): Promise<void>;
  /**
   * Registers a remote's texts and loads them in the current language; resolves before the remote renders.
   * The texts are imported here and not left to i18next, which never asks again for a namespace that failed once.
   */
  add(namespace: string, locales: Locales): Promise<void>;
  /**
   * Goes over to a language as soon as all its texts are here; until then, and when one does not come, everything stays as it is. The
   * language that was asked for last counts.
   *
   * @throws what kept a text from coming
   */
  choose(language: Language): Promise<void>;
  /** Makes them those that `useTranslation` reads. */
  enter(): void;
}

/** Makes the texts of one page. */
export function createTexts({
  brand,
  language,
  onLanguage,
}: {
  brand: Brand;
  language: Language;
  onLanguage?: (language: Language) => void;
}): PlatformTexts {
  const i18n: SiteI18n = createInstance();
  const namespaces = new Map<string, Locales>();
  let wanted = language;

  /** Imports texts that are not here yet. Side by side: each waits for the line. */
  const bring = async (missing: { tag: Language; namespace: string; locales: Locales }[]) => {
    const loads = missing
      .filter(({ tag, namespace }) => !i18n.hasResourceBundle(tag, namespace))
      .map(async (one) => ({ ...one, texts: await one.locales[one.tag]() }));
    for (const { tag, namespace, texts } of await Promise.all(loads))
      i18n.addResourceBundle(tag, namespace, texts.default);
  };

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

  return {
    i18n,
    async start(first) {
      for (const [namespace, locales] of Object.entries(first)) namespaces.set(namespace, locales);
      i18n.on('languageChanged', () => onLanguage?.(languageOf(i18n)));
      if (process.env.NODE_ENV === 'development') followEdits(i18n);
      await i18n.use(bundledTexts).init({
        lng: language,
        fallbackLng: languages[0],
        supportedLngs: languages,
        ns: Object.keys(first),
        defaultNS: 'shell',
        // React escapes; what members wrote keeps its direction to itself.
        interpolation: { escape: isolate, defaultVariables: { ...brand } },
        react: { useSuspense: false, bindI18n: 'languageChanged edited' },
        partialBundledLanguages: true,
        // Three tries within a second: five would show nothing at all for eleven.
        maxRetries: 2,
      });
      const lost = Object.keys(first).filter(
        (name) => !i18n.languages.some((tag) => i18n.hasResourceBundle(tag, name)),
      );
      if (lost.length > 0) throw new Error(`The texts of ${lost.join(', ')} did not load`);
    },
    async add(namespace, locales) {
      const before = namespaces.get(namespace);
      namespaces.set(namespace, locales);
      // Another version of the remote brings its own: what the one before said may be said otherwise, or no more.
      if (before && before !== locales)
        for (const language of languages) i18n.removeResourceBundle(language, namespace);
      const tags = [...new Set([languageOf(i18n), languages[0]])];
      await bring(tags.map((tag) => ({ tag, namespace, locales })));
      await i18n.loadNamespaces(namespace);
    },
    async choose(next) {
      wanted = next;
      await bring([...namespaces].map(([namespace, locales]) => ({ tag: next, namespace, locales })));
      if (wanted === next) await i18n.changeLanguage(next);
    },
    enter: () => setI18n(asLibrary(i18n)),
  };
}

/** Shows texts as soon as their file is edited: the development server brings them (scripts/dev/texts-loader.js). */
function followEdits(i18n: SiteI18n): void {
  addEventListener('frens:texts', (event) => {
    // True because only that loader makes events of this name.
    const { namespace, language, texts } = (event as CustomEvent).detail;
    i18n.addResourceBundle(language, namespace, texts, false, true);
    i18n.emit('edited');
  });
}

/** True because it is one; only the keys of `t` were narrowed. */
const asLibrary = (i18n: SiteI18n) => i18n as I18n;

/**
 * A text whose key is made where no type follows it: by a schema of the contract, from a status. The first key that exists counts.
 * What the schemas name is checked with them.
 */
export function textOf(keys: string | string[], values?: TextValues): string {
  return asLibrary(i18n).t(keys, values);
}

/** Registers a remote's texts, as the shell does before it shows it. */
export function addTexts(namespace: string, locales: Locales): Promise<void> {
  return texts.add(namespace, locales);
}

/** Goes over to a language, as its reader chooses it. See `PlatformTexts.choose`. */
export function chooseLanguage(language: Language): Promise<void> {
  return texts.choose(language);
}

/** The language in use, narrowed to the ones the site speaks. */
export function currentLanguage(): Language {
  return languageOf(i18n);
}

/** Until its texts have come, that in which the page starts: the first calls leave before them. */
function languageOf({ resolvedLanguage, options }: SiteI18n): Language {
  const tag = resolvedLanguage ?? options.lng ?? null;
  return isLanguage(tag) ? tag : languages[0];
}
