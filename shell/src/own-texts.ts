/** Texts that the first paint needs. One file a language, whose name the server tells the browser in the page itself. */
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
