import type contractTexts from '@frens/contract/locales/en';
import { useSyncExternalStore } from 'react';
import { i18n } from './current-platform.ts';

declare global {
  /** The texts of the site by namespace, in English. Every workspace adds its own, a remote in its `src/texts.d.ts`. */
  interface SiteTexts {
    shell: typeof import('../../locales/en.json');
    contract: typeof contractTexts;
  }
}

/** Namespaces: the names of the remotes and the shell. */
export type Namespace = keyof SiteTexts;

/** The keys of texts, `'list.more'`; the plural forms of one text are one key. */
type KeyIn<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? Singular<Name>
    : `${Name}.${KeyIn<Texts[Name]>}`;
}[keyof Texts & string];
type Singular<Name extends string> = Name extends `${infer Key}_${Intl.LDMLPluralRule}` ? Key : Name;

/** The key of a text of a namespace. */
export type TextKey<Name extends Namespace> = KeyIn<SiteTexts[Name]>;

/** Prefixes that contain texts of these names: `'account.places'` has `title` and `text`. */
export type TextSection<Name extends Namespace, Part extends string> = {
  [One in Part]: (section: SectionWith<TextKey<Name>, One>) => void;
}[Part] extends (section: infer Section) => void
  ? Section
  : never;
type SectionWith<Key, Part extends string> = Key extends `${infer Section}.${Part}` ? Section : never;

/** The key of a text with the namespace before it: `'shell:error.retry'`. */
export type QualifiedKey = { [Name in Namespace]: `${Name}:${TextKey<Name>}` }[Namespace];

/** Options of i18next that the build leaves out (scripts/trimmed-libraries.js); `$t()` in texts is another. Development would take them. */
type LeftOut = 'defaultValue' | 'interpolation' | 'joinArrays' | 'ordinal' | 'returnObjects';

/** Values for interpolation; `count` selects the plural form, and `locale` how its numbers are written (`useLocale`). */
export type TextValues = Readonly<Record<string, unknown>> & { readonly [Option in LeftOut]?: never };

/** The text of a key, in the language of the page. */
export type Translate<Key> = (key: Key, values?: TextValues) => string;

/** The texts of a namespace; the component rerenders when the language changes. An unknown key is a type error. */
export function useTranslation<Name extends Namespace>(namespace: Name): { t: Translate<TextKey<Name>> } {
  const read = () => i18n.namespace(namespace);
  return { t: useSyncExternalStore(i18n.subscribe, read, read) };
}
