import { addTexts, type Locales } from '@frens/platform';

/** The texts of the first paint: one file per language, which the server preloads in the page. */
export const ownTexts = {
  shell: {
    en: () => import(/* webpackChunkName: "texts-en" */ '../locales/en.json'),
    es: () => import(/* webpackChunkName: "texts-es" */ '../locales/es.json'),
  },
};

/** What forms and Pandas say. No page of the shell begins with either: the server preloads these files in the pages of remotes alone. */
const contractTexts: Locales = {
  en: () => import(/* webpackChunkName: "remote-texts-en" */ '@frens/contract/locales/en'),
  es: () => import(/* webpackChunkName: "remote-texts-es" */ '@frens/contract/locales/es'),
};

/** Loads them for a screen of the shell that has a form. */
export const addContractTexts = () => addTexts('contract', contractTexts);

/** Loads the texts of a remote, and those that every remote may use. */
export async function addRemoteTexts(namespace: string, locales: Partial<Locales>): Promise<void> {
  await Promise.all([addContractTexts(), addTexts(namespace, locales)]);
}
