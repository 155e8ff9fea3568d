/** A polyfill for both observers: reports an element when it is observed and when the window is resized. */
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

/** Installs the polyfill for observers that the browser lacks; every element counts as visible (docs/decisions/0246). */
export function provideObservers(): void {
  for (const name of ['IntersectionObserver', 'ResizeObserver'])
    if (typeof Reflect.get(globalThis, name) !== 'function')
      Object.assign(globalThis, { [name]: PlainObserver });
}
