/** Attribute of the root element of pages that come rendered; the inline script of the page reads it, too (shell/public/index.html). */
export const renderedMark = 'data-rendered';
