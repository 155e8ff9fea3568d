const declarations = /(--[\w-]+)\s*:\s*([^;{}]+);/g;
const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '');

/**
 * Returns the custom properties whose values differ between two versions of a stylesheet.
 *
 * @returns null where something else differs as well
 */
export function changedTokens(before: string, after: string): string[] | null {
  const [old, fresh] = [before, after].map((css) => withoutComments(css).replaceAll(/\s+/g, ' '));
  if (old === undefined || fresh === undefined) return null;
  const frame = (css: string) => css.replaceAll(declarations, '$1;');
  if (frame(old) !== frame(fresh)) return null;
  const values = Array.from(old.matchAll(declarations), ([, , value]) => value);
  return Array.from(fresh.matchAll(declarations)).flatMap(([, name = '', value], index) =>
    value === values[index] ? [] : [name],
  );
}

/**
 * Returns the files that use custom properties, directly or through properties derived from them. A name composed at run time, as in
 * `--hue-${hue}`, matches every property with that prefix.
 *
 * @param sources text of stylesheets and code by file
 */
export function tokenUsers(tokens: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const names = new Set(tokens);
  const uses = (text: string) =>
    Array.from(text.matchAll(/(--[\w-]+)(\$\{)?/g)).some(([, name = '', isPrefix]) =>
      isPrefix ? [...names].some((one) => one.startsWith(name)) : names.has(name),
    );
  const texts = Array.from(sources, ([file, text]) => [file, withoutComments(text)] as const);
  const declared = texts.flatMap(([, text]) => Array.from(text.matchAll(declarations)));
  for (let known = 0; known < names.size; ) {
    known = names.size;
    for (const [, name = '', value = ''] of declared) if (uses(value)) names.add(name);
  }
  // A file that only declares a property does not use it.
  return texts.filter(([, text]) => uses(text.replaceAll(declarations, ''))).map(([file]) => file);
}
