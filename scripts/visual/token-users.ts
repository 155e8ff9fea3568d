const declarations = /(--[\w-]+)\s*:\s*([^;{}]+);/g;
const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '');

/**
 * The custom properties whose values differ between two states of a stylesheet.
 *
 * @returns null where anything else differs, too
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
 * The files that use custom properties, or others that are made of these. Where a name is put together at run time, as in
 * `--hue-${hue}`, each that it can become counts.
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
  const made = texts.flatMap(([, text]) => Array.from(text.matchAll(declarations)));
  for (let known = 0; known < names.size; ) {
    known = names.size;
    for (const [, name = '', value = ''] of made) if (uses(value)) names.add(name);
  }
  // A declaration of one alone is not seen.
  return texts.filter(([, text]) => uses(text.replaceAll(declarations, ''))).map(([file]) => file);
}
