/** Tells of an element once it is observed, and when the window changes: as much as a page needs of either observer. */
class PlainObserver {
  readonly #callback: (entries: object[], observer: PlainObserver) => void;
  readonly #observed = new Set<Element>();

  constructor(callback: (entries: object[], observer: PlainObserver) => void) {
    this.#callback = callback;
  }

  readonly #tell = () => {
    const entries = [...this.#observed].map((target) => {
      const box = target.getBoundingClientRect();
      return { target, isIntersecting: true, boundingClientRect: box, contentRect: box };
    });
    if (entries.length > 0) this.#callback(entries, this);
  };

  observe(target: Element): void {
    if (this.#observed.size === 0) addEventListener('resize', this.#tell);
    this.#observed.add(target);
    requestAnimationFrame(this.#tell);
  }

  unobserve(target: Element): void {
    this.#observed.delete(target);
    if (this.#observed.size === 0) removeEventListener('resize', this.#tell);
  }

  disconnect(): void {
    for (const target of this.#observed) this.unobserve(target);
  }
}

/** Stands in for the observers that a browser lacks: with it everything counts as in sight, ours and libraries' (docs/decisions/0246). */
export function provideObservers(): void {
  for (const name of ['IntersectionObserver', 'ResizeObserver'])
    if (typeof Reflect.get(globalThis, name) !== 'function')
      Object.assign(globalThis, { [name]: PlainObserver });
}
