/**
 * Leaves out of a library what no page of this site runs and tree shaking cannot see: methods of a class, branches for options that are not set. What is
 * named must be there, so another version of the library fails the build instead of quietly growing.
 *
 * @this {import('@rspack/core').LoaderContext<Parts>}
 * @param {string} source
 */
export default function loader(source) {
  // oxlint-disable-next-line no-this-in-exported-function -- the bundler gives a loader its options by `this`.
  return trimLibrary(source, this.getOptions());
}

/**
 * @typedef {object} Parts
 * @property {string[]} [blocks] beginnings of lines: each is removed with all up to the bracket that closes it, at the same indent
 * @property {Record<string, string>} [constants] values in place of expressions; where one is assigned, it stays
 * @property {RegExp[]} [texts] removed, where there are any
 */

/**
 * @param {string} source formatted, as in packages for bundlers
 * @param {Parts} parts
 */
export function trimLibrary(source, { blocks = [], constants = {}, texts = [] }) {
  let code = source;
  const replace = (part, pattern, value) => {
    const next = code.replace(pattern, () => value);
    if (next === code)
      throw new Error(`The library has no "${part}" any more: look again at what is left out of it.`);
    code = next;
  };
  // A line that closes a bracket and opens one is still the beginning: `}) {`.
  for (const start of blocks)
    replace(start, new RegExp(`^([ \\t]*)${escaped(start)}[^]*?^\\1\\}(?!.*\\{$).*\\n`, 'gm'), '');
  for (const [expression, value] of Object.entries(constants))
    replace(expression, new RegExp(`(?<![\\w.$])${escaped(expression)}(?![\\w$]| =[^=])`, 'g'), value);
  for (const pattern of texts) code = code.replace(pattern, '');
  return code;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
