/**
 * Adds the few globals that rendering needs to a fresh JavaScript context, inside which its source runs. Of the outer realm it gets strings and
 * one function; neither this function nor its stack overflow errors leave the scope. All clocks stand still and random numbers are seeded, so that
 * a page which depends on either differs on repeat. Timers never fire, except those without delay. `asked` collects the query parameters that the
 * page reads, or `*` for all.
 *
 * @param {(address: string, base: string | undefined) => string | null} parseAddress parts of an address as JSON
 * @param {{ now: number, seed: number }} world
 */
export function fillSandbox(parseAddress, { now, seed }) {
  let state = seed;
  Math.random = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const RealDate = Date;
  // No subclass of the real one, which must stay unreachable.
  function StillDate(...parts) {
    if (!new.target) return new RealDate(now).toString();
    return Reflect.construct(RealDate, parts.length === 0 ? [now] : parts, new.target);
  }
  const { prototype, parse: parseDate, UTC } = RealDate;
  globalThis.Date = Object.assign(StillDate, { prototype, parse: parseDate, UTC, now: () => now });
  prototype.constructor = StillDate;
  delete globalThis.Temporal;
  // By default they format the real time.
  const formats = Intl.DateTimeFormat.prototype;
  const { formatToParts } = formats;
  const { get: getFormat } = Object.getOwnPropertyDescriptor(formats, 'format');
  Object.defineProperty(formats, 'format', {
    get() {
      const format = getFormat.call(this);
      return (date = now) => format(date);
    },
  });
  formats.formatToParts = function formatToStillParts(date = now) {
    return formatToParts.call(this, date);
  };
  const nothing = () => 0;
  // Rendering is never aborted from within.
  const signal = () => ({
    aborted: false,
    addEventListener() {},
    removeEventListener() {},
    throwIfAborted() {},
  });
  const silent = { log() {}, info() {}, debug() {}, warn() {}, error() {} };
  Object.assign(globalThis, {
    console: silent,
    performance: { now: nothing, mark() {}, measure() {}, getEntriesByType: () => [] },
    setTimeout(run, delay = 0) {
      if (delay <= 0) queueMicrotask(() => run());
      return 0;
    },
    clearTimeout: nothing,
    setInterval: nothing,
    clearInterval: nothing,
    queueMicrotask: (run) => void Promise.resolve().then(run),
    AbortController: class {
      signal = signal();
      abort() {}
    },
    AbortSignal: { any: signal, timeout: signal },
    // Used by the shell's error handling.
    DOMException: class extends Error {},
  });

  // React schedules its work with it.
  globalThis.MessageChannel = class {
    port1 = { onmessage: null };
    port2 = { postMessage: () => queueMicrotask(() => this.port1.onmessage?.({})) };
  };
  // A plain loop for speed: a page has 100,000 characters.
  globalThis.TextEncoder = class {
    encode(text) {
      const octets = /[^\0-\x7f]/.test(text) ? unescape(encodeURIComponent(text.toWellFormed())) : text;
      const bytes = new Uint8Array(octets.length);
      for (let at = 0; at < octets.length; at += 1) bytes[at] = octets.charCodeAt(at);
      return bytes;
    }
  };
  // The part of a stream that React's renderer and `Response` use.
  globalThis.ReadableStream = class {
    constructor(source) {
      this.source = source;
    }
    async text() {
      const parts = [];
      await this.source.pull({
        enqueue(bytes) {
          // Bounded by the number of arguments of a call.
          for (let at = 0; at < bytes.length; at += 8_192)
            parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + 8_192)));
        },
        close() {},
        error(cause) {
          throw cause;
        },
        desiredSize: 1e9,
        byobRequest: null,
      });
      return parts.join('').replace(/[\x80-\xff]+/g, (octets) => decodeURIComponent(escape(octets)));
    }
  };
  globalThis.Response = class {
    constructor(stream) {
      this.stream = stream;
    }
    text() {
      return this.stream.text();
    }
  };

  const asked = new Set();
  globalThis.asked = asked;
  globalThis.URLSearchParams = class URLSearchParams {
    #pairs = [];
    /** Whether it may be the query of an address; one that starts empty builds the query of a call. */
    #isAsked = true;
    constructor(init = []) {
      if (typeof init === 'string') {
        const read = (text) => {
          try {
            return decodeURIComponent(text.replaceAll('+', ' '));
          } catch {
            return text;
          }
        };
        for (const pair of init.replace(/^\?/, '').split('&').filter(Boolean)) {
          const [name = '', ...value] = pair.split('=');
          this.#pairs.push([read(name), read(value.join('='))]);
        }
      } else {
        const isQuery = init instanceof URLSearchParams;
        // Reading a copy counts as reading the original.
        this.#isAsked = isQuery && init.#isAsked;
        const pairs = isQuery ? init.#pairs : Symbol.iterator in init ? init : Object.entries(init);
        for (const [name, value] of pairs) this.append(name, value);
      }
    }
    /** All pairs, which counts as reading every parameter. */
    #all() {
      if (this.#isAsked) asked.add('*');
      return this.#pairs;
    }
    get size() {
      return this.#all().length;
    }
    get(name) {
      return this.getAll(name)[0] ?? null;
    }
    getAll(name) {
      asked.add(String(name));
      return this.#pairs.filter(([own]) => own === name).map(([, value]) => value);
    }
    has(name) {
      return this.get(name) !== null;
    }
    append(name, value) {
      this.#pairs.push([String(name), String(value)]);
    }
    delete(name) {
      this.#pairs = this.#pairs.filter(([own]) => own !== name);
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([own]) => own === name);
      this.delete(name);
      this.#pairs.splice(at < 0 ? this.#pairs.length : at, 0, [String(name), String(value)]);
    }
    forEach(see) {
      for (const [name, value] of this.#all()) see(value, name, this);
    }
    keys() {
      return this.#all()
        .map(([name]) => name)
        .values();
    }
    values() {
      return this.#all()
        .map(([, value]) => value)
        .values();
    }
    entries() {
      return this.#all()
        .map((pair) => [...pair])
        .values();
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      const write = (text) =>
        encodeURIComponent(text)
          .replaceAll('%20', '+')
          .replace(/[!'()~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
      return this.#all()
        .map((pair) => pair.map(write).join('='))
        .join('&');
    }
  };
  const parse = (address, base) => {
    try {
      return parseAddress(`${address}`, base === undefined ? undefined : `${base}`);
    } catch {
      return null;
    }
  };
  globalThis.URL = class URL {
    constructor(address, base) {
      const parts = parse(address, base);
      if (parts === null) throw new TypeError('Invalid URL');
      Object.assign(this, JSON.parse(parts));
      this.searchParams = new URLSearchParams(this.search);
    }
    static canParse(address, base) {
      return parse(address, base) !== null;
    }
    toString() {
      return this.href;
    }
  };
}
