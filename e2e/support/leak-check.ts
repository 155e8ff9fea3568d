/** Global resources of a document besides its content, by name, to compare snapshots before and after. */
export interface Holdings {
  globals: string[];
  prototypes: string[];
  listeners: string[];
  timers: string[];
  styles: string[];
}

declare global {
  interface Window {
    /** Installed by `trackResources`. */
    holdings: () => Holdings;
  }
}

/**
 * Instruments a document before its first script; `window.holdings()` returns a snapshot. Runs in the page, so it must be self-contained.
 *
 * Detects timer loops as browsers do, by nesting: timers set by timers. A single timeout, such as a cache expiry, is no loop.
 */
export function trackResources(): void {
  const loopDepth = 5;
  const listeners = new Map<string, number>();
  const seen = new Map<unknown, number>();
  const idOf = (value: unknown) => {
    const id = seen.get(value) ?? seen.size;
    seen.set(value, id);
    return id;
  };
  const names = new Map<EventTarget, string>([
    [window, 'window'],
    [document, 'document'],
  ]);
  const nameOf = (target: EventTarget) =>
    names.get(target) ??
    (target === document.body ? 'body' : target === document.documentElement ? 'html' : null);

  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const known = new Set<string>();
  const keyOf = (
    target: EventTarget,
    type: string,
    listener: unknown,
    options: AddEventListenerOptions | boolean | null | undefined,
  ) => {
    const name = nameOf(target);
    if (name === null || listener === null) return null;
    const capture = typeof options === 'object' ? Boolean(options?.capture) : Boolean(options);
    return { label: `${type} of ${name}`, key: `${name} ${type} ${capture} ${idOf(listener)}` };
  };
  const forget = (found: { label: string; key: string }) => {
    if (known.delete(found.key)) listeners.set(found.label, (listeners.get(found.label) ?? 0) - 1);
  };
  EventTarget.prototype.addEventListener = function watched(type, listener, options) {
    // Called without a receiver, it applies to the window.
    const target = this ?? window;
    add.call(target, type, listener, options);
    const found = keyOf(target, type, listener, options);
    const { once = false, signal } = typeof options === 'object' && options ? options : {};
    if (!found || known.has(found.key) || signal?.aborted) return;
    known.add(found.key);
    listeners.set(found.label, (listeners.get(found.label) ?? 0) + 1);
    if (once) add.call(target, type, () => forget(found), { once: true });
    if (signal) add.call(signal, 'abort', () => forget(found), { once: true });
  };
  EventTarget.prototype.removeEventListener = function watched(type, listener, options) {
    const target = this ?? window;
    remove.call(target, type, listener, options);
    const found = keyOf(target, type, listener, options);
    if (found) forget(found);
  };

  const intervals = new Set<number>();
  const loops = new Map<string, number>();
  let depth = 0;
  // The DOM's signatures; Node's types shadow them.
  type Start = (work: unknown, ...rest: unknown[]) => number;
  const [every, after] = [window.setInterval, window.setTimeout] as unknown as [Start, Start];
  const { clearInterval: stop, clearTimeout: cancel } = window;
  const { requestAnimationFrame: frame, cancelAnimationFrame: cancelFrame } = window;
  const nested = (kind: string, start: (run: (...given: never[]) => void) => number, work: unknown) => {
    const own = depth + 1;
    const id = start((...given) => {
      loops.delete(`${kind} ${id}`);
      const outer = depth;
      depth = own;
      try {
        if (typeof work === 'function') work(...given);
      } finally {
        depth = outer;
      }
    });
    if (own >= loopDepth) loops.set(`${kind} ${id}`, own);
    return id;
  };
  Object.assign(window, {
    setInterval(work: TimerHandler, ...rest: [number?, ...unknown[]]) {
      const id = every.call(window, work, ...rest);
      intervals.add(id);
      return id;
    },
    clearInterval(id?: number) {
      if (id !== undefined) intervals.delete(id);
      stop.call(window, id);
    },
    setTimeout: (work: TimerHandler, ...rest: [number?, ...unknown[]]) =>
      nested('timeout', (run) => after.call(window, run, ...rest), work),
    clearTimeout(id?: number) {
      intervals.delete(id ?? -1);
      loops.delete(`timeout ${id}`);
      cancel.call(window, id);
    },
    requestAnimationFrame: (work: FrameRequestCallback) =>
      nested('frame', (run) => frame.call(window, run as FrameRequestCallback), work),
    cancelAnimationFrame(id: number) {
      loops.delete(`frame ${id}`);
      cancelFrame.call(window, id);
    },
  });

  const builtIn = [Object, Array, Function, String, Number, Promise, Map, Set, Date, RegExp, Error];
  const ofPages = [EventTarget, Node, Element, HTMLElement, Document, Window, Storage, History, Response];
  window.holdings = () => ({
    // Ignores globals of the federation runtime, and the container and chunk array of each remote.
    globals: Object.getOwnPropertyNames(window).filter(
      (name) => !/^(rspackChunk)?mf_|^_+(FEDERATION|VMOK|GLOBAL_LOADING_REMOTE)_/.test(name),
    ),
    prototypes: [...builtIn, ...ofPages].flatMap(({ name, prototype }) =>
      Object.entries(Object.getOwnPropertyDescriptors(prototype)).map(
        ([key, { value, get, set }]) => `${name}.${key} ${idOf(value)} ${idOf(get)} ${idOf(set)}`,
      ),
    ),
    listeners: [...listeners].flatMap(([label, count]) =>
      Array.from({ length: count }, (_, index) => `${label} ${index + 1}`),
    ),
    timers: [
      ...Array.from(intervals, (id) => `interval ${id}`),
      ...(loops.size > 0 ? ['a loop of timeouts or frames'] : []),
    ],
    styles: [
      // Ignores published stylesheets: they stay with the code that loaded them, are layered and only contain their own classes.
      ...Array.from(
        document.querySelectorAll(
          'style, link[rel=stylesheet]:not([href*="/remotes/"]):not([href*="/shell/"])',
        ),
        (element) => (element instanceof HTMLLinkElement ? element.href : `style ${idOf(element)}`),
      ),
      ...document.adoptedStyleSheets.map((sheet) => `adopted ${idOf(sheet)}`),
      ...[document.documentElement, document.body].flatMap((element) =>
        Array.from(element.attributes, ({ name, value }) => `${element.tagName} ${name}=${value}`),
      ),
    ],
  });
}

/** Resources in the second snapshot that the first lacks. */
export function findLeaks(before: Holdings, after: Holdings): string[] {
  // Safe: both have exactly these keys.
  const kinds = Object.keys(before) as (keyof Holdings)[];
  return kinds.flatMap((kind) => {
    const known = new Set(before[kind]);
    return after[kind].filter((name) => !known.has(name)).map((name) => `${kind}: ${name}`);
  });
}
