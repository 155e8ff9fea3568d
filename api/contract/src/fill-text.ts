/** Finds a text by its key, as in `list.more`, in a tree of texts. */
export function findText(tree: unknown, key: string): string | undefined {
  let node = tree;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return undefined;
    // True because of the two checks above; the value may be anything and is checked again.
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : undefined;
}

/**
 * Fills the places of a text, such as `{{name}}` or `{{count, number}}`.
 *
 * @param fill what stands in a place, by its name and format
 */
export const fillText = (text: string, fill: (name: string, format?: string) => string | undefined): string =>
  text.replace(
    /\{\{(\w+)(?:, (\w+))?\}\}/g,
    (place, name: string, format?: string) => fill(name, format) ?? place,
  );
