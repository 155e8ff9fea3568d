import { lazyScreen } from '@frens/platform';
import { addPageTexts } from './page-texts.ts';

/** The pages that the footer links to. */
export const StaticPageScreen = lazyScreen(async () => {
  const [{ StaticPage }] = await Promise.all([import('./static-page.tsx'), addPageTexts()]);
  return StaticPage;
});
