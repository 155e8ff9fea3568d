/** Shows the page's own words when the shell cannot start. They stand in the HTML and need neither React nor texts. */
export function showFatalError(cause: unknown): void {
  console.error('The site could not start', cause);
  const template = document.querySelector<HTMLTemplateElement>('#fatal-error');
  if (template) document.querySelector('#root')?.replaceChildren(template.content.cloneNode(true));
}
