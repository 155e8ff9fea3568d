import { readLanguage } from '@frens/platform/internal';

/**
 * Shows the page's own words when the shell cannot start, in the reader's language. They stand in the HTML and need neither React nor texts.
 * What was rendered ahead stays below them.
 */
export function showFatalError(cause: unknown): void {
  console.error('The site could not start', cause);
  const template = document.querySelector<HTMLTemplateElement>('#fatal-error');
  const words = template?.content.querySelector(`[lang="${readLanguage()}"]`)?.cloneNode(true);
  const root = document.querySelector('#root');
  if (!words || !root) return;
  if (root.hasChildNodes()) root.before(words);
  else root.append(words);
}
