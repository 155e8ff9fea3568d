/** The texts of the first paint: one file per language, which the server preloads in the page. */
export const ownTexts = {
  shell: {
    en: () => import(/* webpackChunkName: "texts-en" */ '../locales/en.json'),
    es: () => import(/* webpackChunkName: "texts-es" */ '../locales/es.json'),
  },
  contract: {
    en: () => import(/* webpackChunkName: "texts-en" */ '@frens/contract/locales/en'),
    es: () => import(/* webpackChunkName: "texts-es" */ '@frens/contract/locales/es'),
  },
};
