import type contractTexts from '@frens/contract/locales/en';
import { useSyncExternalStore } from 'react';
import { i18n } from './current-platform.ts';

declare global {
  /** The English texts by namespace. Every workspace adds its own, remotes in `src/texts.d.ts`. */
  interface SiteTexts {
    shell: typeof import('../../locales/en.json');
    contract: typeof contractTexts;
  }
}

/** Namespaces: the names of the remotes and the shell. */
export type Namespace = keyof SiteTexts;

/** The keys of texts, `'list.more'`; plural forms share one key. */
type KeyIn<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string
    ? Singular<Name>
    : `${Name}.${KeyIn<Texts[Name]>}`;
}[keyof Texts & string];
type Singular<Name extends string> = Name extends `${infer Key}_${Intl.LDMLPluralRule}` ? Key : Name;

/** The key of a text of a namespace. */
export type TextKey<Name extends Namespace> = KeyIn<SiteTexts[Name]>;

/** Key prefixes that contain these names: `'account.places'` has `title` and `text`. */
export type TextSection<Name extends Namespace, Part extends string> = {
  [One in Part]: (section: SectionWith<TextKey<Name>, One>) => void;
}[Part] extends (section: infer Section) => void
  ? Section
  : never;
type SectionWith<Key, Part extends string> = Key extends `${infer Section}.${Part}` ? Section : never;

/** A key with its namespace: `'shell:error.retry'`. */
export type QualifiedKey = { [Name in Namespace]: `${Name}:${TextKey<Name>}` }[Namespace];

/** Options of i18next that the build trims (scripts/trimmed-libraries.js), as it does `$t()`. Development would accept them. */
type LeftOut = 'defaultValue' | 'interpolation' | 'joinArrays' | 'ordinal' | 'returnObjects';

/** Values for interpolation; `count` selects the plural form, and `locale` how its numbers are written (`useLocale`). */
export type TextValues = Readonly<Record<string, unknown>> & { readonly [Option in LeftOut]?: never };

/** Translates a key into the page's language. */
export type Translate<Key> = (key: Key, values?: TextValues) => string;

/** The translation function of a namespace; rerenders when the language changes. An unknown key is a type error. */
export function useTranslation<Name extends Namespace>(namespace: Name): { t: Translate<TextKey<Name>> } {
  const read = () => i18n.namespace(namespace);
  return { t: useSyncExternalStore(i18n.subscribe, read, read) };
}
