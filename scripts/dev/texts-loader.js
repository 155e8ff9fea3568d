/**
 * Turns a locale file into a module that hot-reloads itself: edits reach the page as an event, which the platform handles
 * (shell/platform/src/i18n.ts), so that forms keep their input. Development only.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} source
 */
export default function loader(source) {
  // oxlint-disable-next-line no-this-in-exported-function -- the bundler passes a loader's context as `this`.
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
