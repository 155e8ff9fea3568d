/**
 * Keeps React working on a page that a browser translates (docs/decisions/0246). A translator wraps or replaces text nodes by `<font>`, but
 * React keeps using its own detached nodes: removing or inserting before one throws, and writing to one shows nothing. From the first `<font>`
 * on, the DOM methods that React uses are patched to act on the wrapper, and a text that React has written is put back, to be translated again.
 * A page without translation is not touched.
 *
 * @returns a function that ends the guard
 */
export function guardTranslation(): () => void {
  const { prototype } = Node;
  const { appendChild, insertBefore, removeChild } = prototype;
  /** Replaced text nodes by their wrapper, and the reverse. */
  const wrappers = new WeakMap<Node, ChildNode>();
  const wrapped = new WeakMap<Node, Node>();
  let isPatched = false;

  /** The node that represents React's node in a parent: itself or its wrapper. */
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
    // Writes to detached nodes are not observed.
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

/** The site itself has no `<font>`. */
function isWrapper(node: Node | null | undefined): node is ChildNode {
  return node?.nodeName === 'FONT';
}
