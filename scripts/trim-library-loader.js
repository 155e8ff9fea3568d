/**
 * Removes parts of a library that no page uses and tree shaking cannot detect: class methods, branches for unset options. Every named
 * part must exist, so that a new library version fails the build instead of silently growing.
 *
 * @this {import('@rspack/core').LoaderContext<Parts>}
 * @param {string} source
 */
export default function loader(source) {
  // oxlint-disable-next-line no-this-in-exported-function -- the bundler passes a loader's options by `this`.
  return trimLibrary(source, this.getOptions());
}

/**
 * @typedef {object} Parts
 * @property {string[]} [blocks] line prefixes: each block is removed up to its closing bracket at the same indent
 * @property {Record<string, string>} [constants] replacements for expressions, except where they are assigned
 * @property {RegExp[]} [texts] optional patterns to remove
 */

/**
 * @param {string} source formatted, as published for bundlers
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
  // `}) {` does not close the block, because it opens the body.
  for (const start of blocks)
    replace(start, new RegExp(`^([ \\t]*)${escaped(start)}[^]*?^\\1\\}(?!.*\\{$).*\\n`, 'gm'), '');
  for (const [expression, value] of Object.entries(constants))
    replace(expression, new RegExp(`(?<![\\w.$])${escaped(expression)}(?![\\w$]| =[^=])`, 'g'), value);
  for (const pattern of texts) code = code.replace(pattern, '');
  return code;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
