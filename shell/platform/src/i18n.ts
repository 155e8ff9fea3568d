import type { Brand } from '@frens/compose/composition';
import { formatCount } from '@frens/contract/formats';
import { isolate } from '@frens/contract/isolate';
import { isLanguage, type Language, languages } from '@frens/contract/languages';
import { type BackendModule, createInstance, type i18n as I18n } from 'i18next';
import { setI18n } from 'react-i18next';
import { i18n, texts } from './current-platform.ts';
import type { Locales } from './remote-module.ts';
import type { QualifiedKey, TextValues, Translate } from './texts.ts';

/** i18next with typed keys. */
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
   * Registers a remote's texts and loads them in the current language; resolves before the remote renders. Texts are imported
   * here because i18next never retries a namespace that failed once.
   */
  add(namespace: string, locales: Locales): Promise<void>;
  /**
   * Switches the language when all its texts are loaded; until then, and when one fails, everything stays. Of concurrent switches
   * the last one wins.
   *
   * @throws what kept a text from coming
   */
  choose(language: Language): Promise<void>;
  /** Makes them the texts that `useTranslation` reads. */
  enter(): void;
}

/** What a language that a namespace does not speak has of its own. */
const noTexts = async () => ({ default: {} });

/** Creates the texts of one page. */
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

  /** Imports texts in parallel. */
  const load = (missing: { tag: Language; namespace: string; locales: Locales }[]) =>
    Promise.all(missing.map(async (one) => ({ ...one, texts: await (one.locales[one.tag] ?? noTexts)() })));
  const enter = (loaded: Awaited<ReturnType<typeof load>>) => {
    for (const { tag, namespace, texts } of loaded) i18n.addResourceBundle(tag, namespace, texts.default);
  };

  /** Texts come from the bundle that owns them: the shell's and each remote's own files, one chunk per language. */
  const bundledTexts: BackendModule = {
    type: 'backend',
    init() {},
    read(language, namespace, done) {
      const load = isLanguage(language) ? namespaces.get(namespace)?.[language] : undefined;
      (load ?? noTexts)().then(
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
        // React escapes; members' text is isolated in its own direction (bidi).
        interpolation: { escape: isolate, defaultVariables: { ...brand } },
        react: { useSuspense: false, bindI18n: 'languageChanged edited' },
        partialBundledLanguages: true,
        // Three tries within a second: five would show nothing for eleven seconds.
        maxRetries: 2,
      });
      // As everything else writes numbers: by the reader's country.
      i18n.services.formatter?.add('number', (count: number) => formatCount(languageOf(i18n), count));
      const lost = Object.keys(first).filter(
        (name) => !i18n.languages.some((tag) => i18n.hasResourceBundle(tag, name)),
      );
      if (lost.length > 0) throw new Error(`The texts of ${lost.join(', ')} did not load`);
    },
    async add(namespace, locales) {
      const before = namespaces.get(namespace) ?? locales;
      namespaces.set(namespace, locales);
      const tags = [...new Set([languageOf(i18n), languages[0]])];
      const missing = tags.filter((tag) => before !== locales || !i18n.hasResourceBundle(tag, namespace));
      const loaded = await load(missing.map((tag) => ({ tag, namespace, locales })));
      // Another version brings its own texts, which replace these when they are there.
      if (before !== locales)
        for (const language of languages) i18n.removeResourceBundle(language, namespace);
      enter(loaded);
      await i18n.loadNamespaces(namespace);
    },
    async choose(next) {
      wanted = next;
      const missing = [...namespaces].filter(([namespace]) => !i18n.hasResourceBundle(next, namespace));
      enter(await load(missing.map(([namespace, locales]) => ({ tag: next, namespace, locales }))));
      if (wanted === next) await i18n.changeLanguage(next);
    },
    enter: () => setI18n(asLibrary(i18n)),
  };
}

/** Hot reload of texts: the development server sends them (scripts/dev/texts-loader.js). */
function followEdits(i18n: SiteI18n): void {
  addEventListener('frens:texts', (event) => {
    // Safe: only that loader dispatches events of this name.
    const { namespace, language, texts } = (event as CustomEvent).detail;
    i18n.addResourceBundle(language, namespace, texts, false, true);
    i18n.emit('edited');
  });
}

/** Safe: only the keys of `t` were narrowed. */
const asLibrary = (i18n: SiteI18n) => i18n as I18n;

/**
 * A text whose key no type checks: made by a schema of the contract, or from a status. The first existing key is used. A test
 * checks the keys that schemas name.
 */
export function textOf(keys: string | string[], values?: TextValues): string {
  return asLibrary(i18n).t(keys, values);
}

/** Registers a remote's texts, as the shell does before it shows it. */
export function addTexts(namespace: string, locales: Locales): Promise<void> {
  return texts.add(namespace, locales);
}

/** Switches the language on the reader's request. See `PlatformTexts.choose`. */
export function chooseLanguage(language: Language): Promise<void> {
  return texts.choose(language);
}

/** The language in use, narrowed to the ones the site speaks. */
export function currentLanguage(): Language {
  return languageOf(i18n);
}

/** Until its texts are loaded, the page's initial language: the first calls leave before them. */
function languageOf({ resolvedLanguage, options }: SiteI18n): Language {
  const tag = resolvedLanguage ?? options.lng ?? null;
  return isLanguage(tag) ? tag : languages[0];
}
