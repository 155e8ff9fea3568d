import { addTexts, lazyScreen } from '@frens/platform';
import { readPageData } from '../page-data.ts';

/** `/dev/composition`: which versions this tab shows, how they loaded, and links to others. Only developers load it and its texts. */
export const DevCompositionScreen = lazyScreen(async () => {
  const [{ DevComposition }] = await Promise.all([
    import('./dev-composition.tsx'),
    addTexts('dev', {
      en: () => import('../../locales/dev/en.json'),
      es: () => import('../../locales/dev/es.json'),
    }),
  ]);
  const page = readPageData();
  return () => <DevComposition page={page} />;
});
