/**
 * Makes a file of texts a module that takes its own edits: the page gets them as an event, which the platform follows
 * (shell/platform/src/i18n.ts), and keeps what is typed. Development only.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} source
 */
export default function loader(source) {
  // oxlint-disable-next-line no-this-in-exported-function -- the bundler gives a loader its context as `this`.
  const { resourcePath } = this;
  const [, workspace, part = workspace, language] =
    /([^/\\]+)[/\\]locales[/\\](?:(\w+)[/\\])?(\w+)\.json$/.exec(resourcePath);
  return `const texts = ${JSON.stringify(JSON.parse(source))};
export default texts;
const hot = import.meta.webpackHot;
if (hot) {
  hot.accept();
  hot.dispose((data) => { data.edited = true; });
  if (hot.data && hot.data.edited)
    dispatchEvent(new CustomEvent('frens:texts', { detail: { namespace: '${part}', language: '${language}', texts } }));
}`;
}
