/**
 * Keeps React working on a page whose text a translator has wrapped (docs/decisions/0246). A translator puts a `<font>` around a text node
 * or in its place, and React goes on with its own node: it removes it and inserts before it where it is no longer, and writes into it where
 * nobody sees it. From the first `<font>` on, the methods by which React moves nodes take the wrapper for the text, and a text that React
 * has written takes its place back, to be translated anew. A page that nobody translates is left alone.
 *
 * @returns what ends it
 */
export function guardTranslation(): () => void {
  const { prototype } = Node;
  const { appendChild, insertBefore, removeChild } = prototype;
  /** By a node that a translator took out, what it put in its place; and the other way round. */
  const wrappers = new WeakMap<Node, ChildNode>();
  const wrapped = new WeakMap<Node, Node>();
  let isPatched = false;

  /** What stands in a parent for a node that React put there: itself, or its wrapper. */
  function findIn(parent: Node, node: Node): Node | undefined {
    let found: Node | undefined = node;
    while (found && found.parentNode !== parent)
      found = isWrapper(found.parentNode) ? found.parentNode : wrappers.get(found);
    return found;
  }

  function patch(): void {
    isPatched = true;
    prototype.insertBefore = function insertTranslated<T extends Node>(
      this: Node,
      node: T,
      before: Node | null,
    ): T {
      const wrapper = findIn(this, node);
      insertBefore.call(this, node, (before && findIn(this, before)) ?? null);
      if (wrapper !== node && wrapper?.parentNode === this) removeChild.call(this, wrapper);
      return node;
    };
    prototype.appendChild = function appendTranslated<T extends Node>(this: Node, node: T): T {
      return this.insertBefore(node, null);
    };
    prototype.removeChild = function removeTranslated<T extends Node>(this: Node, node: T): T {
      const found = findIn(this, node);
      if (found) removeChild.call(this, found);
      return node;
    };
  }

  function noteWrapper(removed: Node, wrapper: ChildNode): void {
    const original = wrapped.get(removed) ?? removed;
    wrappers.set(original, wrapper);
    wrapped.set(wrapper, original);
    // The page is not told of what is written outside of it.
    observer.observe(original, { characterData: true });
  }

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') {
        if (!target.parentNode) wrappers.get(target)?.replaceWith(target);
        continue;
      }
      const added = [...addedNodes].find(isWrapper);
      if (added && !isPatched) patch();
      const isNew = (node: Node | null | undefined) => isWrapper(node) && !wrapped.has(node);
      const wrapper = [added, previousSibling, nextSibling].filter(isWrapper).find(isNew);
      if (!wrapper) continue;
      for (const node of removedNodes)
        if (node !== wrapper && (node instanceof Text || isWrapper(node))) noteWrapper(node, wrapper);
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    Object.assign(prototype, { appendChild, insertBefore, removeChild });
  };
}

/** Nothing of the site's own is a `<font>`. */
function isWrapper(node: Node | null | undefined): node is ChildNode {
  return node?.nodeName === 'FONT';
}
