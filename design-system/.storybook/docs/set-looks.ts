import type { DocsContainerProps } from '@storybook/addon-docs/blocks';

export type Globals = Readonly<Record<string, unknown>>;

/** What the toolbar has chosen. No event says so, as frames in a page tell of theirs, too. */
export const globalsOf = (context: DocsContainerProps['context']): Globals =>
  context.getStoryContext(context.storyById()).globals;

/** Gives an element, and all in it, the theme, the direction and the language of the toolbar. */
export function setLooks(element: HTMLElement, globals: Globals): void {
  if (globals['theme'] === 'system') delete element.dataset['theme'];
  else element.dataset['theme'] = String(globals['theme']);
  element.dir = globals['direction'] === 'rtl' ? 'rtl' : 'ltr';
  element.lang = globals['language'] === 'es' ? 'es' : 'en';
}

/** Theme and direction of the page of documentation that shows this story in a frame. */
export function looksAround(): Globals {
  const page = window.frameElement?.closest('.sbdocs')?.ownerDocument.documentElement;
  return page ? { theme: page.dataset['theme'] ?? 'system', direction: page.dir } : {};
}
