import type { DocsContainerProps } from '@storybook/addon-docs/blocks';

export type Globals = Readonly<Record<string, unknown>>;

/** The toolbar's current values. Events do not work here, since embedded frames emit their own. */
export const globalsOf = (context: DocsContainerProps['context']): Globals =>
  context.getStoryContext(context.storyById()).globals;

/** Applies the toolbar's theme, direction and language to an element. */
export function setLooks(element: HTMLElement, globals: Globals): void {
  if (globals['theme'] === 'system') delete element.dataset['theme'];
  else element.dataset['theme'] = String(globals['theme']);
  element.dir = globals['direction'] === 'rtl' ? 'rtl' : 'ltr';
  element.lang = globals['language'] === 'es' ? 'es' : 'en';
}

/** Theme and direction of the documentation page that embeds this story in a frame. */
export function looksAround(): Globals {
  const page = window.frameElement?.closest('.sbdocs')?.ownerDocument.documentElement;
  return page ? { theme: page.dataset['theme'] ?? 'system', direction: page.dir } : {};
}
