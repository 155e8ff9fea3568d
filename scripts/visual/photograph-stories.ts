import type { Browser, CDPSession, Page } from 'playwright-core';

/** How each story is photographed. */
const looks = [
  { width: 375, themes: ['light', 'dark'] },
  { width: 1280, themes: ['dark', 'light'] },
] as const;
/** The names of its pictures, in their order. */
export const views = looks.flatMap(({ width, themes }) => themes.map((theme) => `${width} px, ${theme}`));

/** One story in all views, or why there are no pictures of it. */
export interface Photographs {
  /** Null where other values of tokens change nothing. */
  pictures: (Buffer | null)[];
  problem: string | null;
  /** The same page with other values of tokens. Null where code has drawn some of it, which a stylesheet cannot change. */
  withOtherTokens?: Photographs['pictures'] | null;
}

// Bounds of what hangs, not of speed (docs/decisions/0232).
const storyTimeout = 60_000;
const height = 667;
/** Of the newest invented data: what is "two hours ago" is so in each run. */
const now = new Date('2026-11-27T12:00:00Z');

/**
 * `untilQuiet` resolves when nothing has changed on the page for a while: a longer one while calls are under way, which in some stories are never answered. `holdTimers`
 * makes timers wait while pictures are taken: a toast stays however long that takes. One that is cleared meanwhile never runs.
 */
const pauses = `
  let calls = 0;
  const send = window.fetch;
  window.fetch = (...args) => {
    calls += 1;
    return send(...args).finally(() => { calls -= 1; });
  };
  const later = window.setTimeout;
  const held = new Map();
  let isHolding = false;
  window.holdTimers = (isHeld) => {
    isHolding = isHeld;
    if (!isHeld) for (const [timer, call] of held) later(() => { if (held.delete(timer)) call(); });
  };
  for (const kind of ['Timeout', 'Interval']) {
    const set = window['set' + kind];
    const clear = window['clear' + kind];
    window['set' + kind] = (run, delay, ...args) => {
      const timer = set(() => {
        if (isHolding) held.set(timer, () => run(...args));
        else run(...args);
      }, delay);
      return timer;
    };
    window['clear' + kind] = (timer) => {
      held.delete(timer);
      clear(timer);
    };
  }
  window.untilQuiet = async () => {
    let quiet = 0;
    const observer = new MutationObserver(() => { quiet = 0; });
    observer.observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
    for (let tick = 0; tick < 100 && quiet < (calls > 0 ? 30 : 3); tick += 1, quiet += 1)
      await new Promise((resolve) => later(resolve, 50));
    observer.disconnect();
  };
`;

/** The same chance for each story: what is drawn by lot is drawn alike. */
const seededChance = `
  let seed = 1;
  window.beginChance = () => { seed = 1; };
  // Mulberry32.
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const bytes = (array) => array.map(() => Math.floor(Math.random() * 256));
  crypto.getRandomValues = (array) => { array.set(bytes(array)); return array; };
  crypto.randomUUID = () => {
    const hex = Array.from(bytes(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
  };
`;

// Text, because a compiled function would bring names of the compiler's own that the page does not know.
const watchStories = `
  let channel;
  Object.defineProperty(window, '__STORYBOOK_ADDONS_CHANNEL__', {
    configurable: true,
    get: () => channel,
    set: (next) => {
      channel = next;
      // Frames around elements are drawn for who has the panel open; being ready for them reads the style of everything after each change.
      const on = next.on.bind(next);
      next.on = (name, react) => name.startsWith('storybook/highlight/') || on(name, react);
      next.on('storyFinished', ({ storyId, status }) => window.storyFinished(storyId, status));
      for (const failure of ['storyMissing', 'storyErrored', 'storyThrewException', 'playFunctionThrewException'])
        next.on(failure, (error) => window.storyFinished('', [failure, error?.message ?? ''].join(' ').trim()));
    },
  });
`;

/** Nothing moves and nothing blinks: an animation is over as it begins. */
const stillness = `*, *::before, *::after {
  animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
  transition: none !important; scroll-behavior: auto !important; caret-color: transparent !important;
}`;

/** Resolves with the height of the page when fonts and pictures are there and what follows a resize has been laid out. */
const settle = `(async () => {
  await document.fonts.ready;
  let images = [];
  // Another theme may bring other pictures.
  for (let round = 0; round < 20; round += 1) {
    const before = images;
    images = Array.from(document.images);
    if (round > 0 && images.every((image) => before.includes(image) && image.complete)) break;
    for (const image of images) Object.assign(image, { loading: 'eager', decoding: 'sync' });
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }
  return document.documentElement.scrollHeight;
})()`;

/** Whether code has drawn what is on the page. */
const isDrawn = `document.querySelector('canvas, img[src^="blob:"]') !== null`;

/**
 * `mayDiffer` tells whether other values of tokens can be seen on the page as it is: whether a rule that applies, or an attribute, uses a custom property that
 * they change in this theme. Whether it looks otherwise, the pictures tell.
 */
const usesOfTokens = `
  const namesIn = (text) => text.match(/--[\\w-]+/g) ?? [];
  const known = new WeakMap();
  /** What a rule uses, and what custom properties it makes of which. */
  const read = (rule) => {
    let parts = known.get(rule);
    if (!parts) {
      parts = { uses: [], made: [] };
      for (const [, name, value] of (rule.style?.cssText ?? '').matchAll(/([\\w-]+)\\s*:\\s*((?:[^;"']|"[^"]*"|'[^']*')+)/g))
        if (!name.startsWith('--')) parts.uses.push(...namesIn(value));
        else parts.made.push([name, namesIn(value)]);
      known.set(rule, parts);
    }
    return parts;
  };
  const rulesOf = (list) => Array.from(list).flatMap((rule) => [rule, ...(rule.cssRules ? rulesOf(rule.cssRules) : [])]);
  const applies = (selector) => {
    try {
      return document.querySelector(selector.replaceAll(/::[\\w-]+(\\([^)]*\\))?/g, '').trim() || '*') !== null;
    } catch {
      return true;
    }
  };
  const arms = /light-dark\\(((?:[^(),]|\\([^()]*\\))*),((?:[^(),]|\\([^()]*\\))*)\\)/g;
  window.mayDiffer = (theme) => {
    const root = document.documentElement;
    root.dataset.theme = theme;
    const rules = Array.from(document.styleSheets).filter((sheet) => sheet !== otherTokens).flatMap((sheet) => rulesOf(sheet.cssRules));
    // Elements of another theme than the page's.
    const isMixed = Array.from(document.querySelectorAll('[data-theme]')).some((one) => one.dataset.theme !== root.dataset.theme);
    const arm = root.dataset.theme === 'dark' ? '$2' : '$1';
    const names = new Set(rules.flatMap((rule) => read(rule).made.map(([name]) => name)));
    const valuesOf = () => {
      const style = getComputedStyle(root);
      return Array.from(names, (name) => {
        const value = style.getPropertyValue(name);
        return isMixed ? value : value.replaceAll(arms, arm);
      });
    };
    const own = valuesOf();
    otherTokens.disabled = false;
    const other = valuesOf();
    otherTokens.disabled = true;
    const changed = new Set(Array.from(names).filter((_, index) => own[index] !== other[index]));
    const isChanged = (name) => changed.has(name);
    const atRoot = (rule) => rule.selectorText === ':root';
    for (let count = -1; count < changed.size; ) {
      count = changed.size;
      for (const rule of rules)
        if (!atRoot(rule))
          for (const [name, parts] of read(rule).made) if (parts.some(isChanged)) changed.add(name);
    }
    return rules.some((rule) => read(rule).uses.some(isChanged) && (!rule.selectorText || applies(rule.selectorText))) ||
      namesIn(root.style.cssText + document.body.outerHTML).some(isChanged);
  };
`;

/** Measured at once, without a frame. */
const heightWithOtherTokens = `(() => {
  otherTokens.disabled = false;
  const height = document.documentElement.scrollHeight;
  otherTokens.disabled = true;
  return height;
})()`;

/** How many stories a page shows: one that has shown hundreds keeps some pictures back. */
const mostStories = 60;

/** A page of a Storybook that shows story after story, as the sidebar does. */
export class StoryCamera {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #otherTokens: string | undefined;
  #stories = 0;
  #page: Page | undefined;
  #devTools: CDPSession | undefined;
  #shown = '';
  #finish: (id: string, status: string) => void = () => {};

  /** @param otherTokens a stylesheet: each story is photographed with it, too */
  constructor(browser: Browser, origin: string, otherTokens?: string) {
    this.#browser = browser;
    this.#origin = origin;
    this.#otherTokens = otherTokens;
  }

  async #open(id: string): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: looks[0].width, height },
      reducedMotion: 'reduce',
      colorScheme: 'light',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    const page = await context.newPage();
    this.#devTools = await context.newCDPSession(page);
    await page.clock.setFixedTime(now);
    await page.exposeFunction('storyFinished', (story: string, status: string) =>
      this.#finish(story, status),
    );
    await page.addInitScript({
      content: seededChance + pauses + watchStories + (this.#otherTokens ? usesOfTokens : ''),
    });
    // What the accessibility addon would check takes longer than the pictures.
    await page.goto(`${this.#origin}/iframe.html?id=${id}&viewMode=story&globals=a11y.manual:!true`);
    await page.addStyleTag({ content: stillness });
    if (this.#otherTokens) {
      const sheet = await page.addStyleTag({ content: this.#otherTokens });
      await sheet.evaluate((style) => {
        Object.assign(window, { otherTokens: (style as unknown as HTMLStyleElement).sheet });
      });
      await page.evaluate('otherTokens.disabled = true');
    }
    return page;
  }

  /** Shows a story and photographs it in each view. */
  async photograph(id: string): Promise<Photographs> {
    const finished = new Promise<string>((resolve) => {
      this.#finish = (story, status) => {
        if (story === id || story === '') resolve(status);
      };
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`not finished within ${storyTimeout / 1_000} s`), storyTimeout);
    });
    try {
      if (this.#stories++ % mostStories === 0) await this.close();
      if (this.#page) {
        await this.#page.setViewportSize({ width: looks[0].width, height });
        await this.#page.evaluate('beginChance(); holdTimers(false)');
        // The one that is shown already is begun anew.
        const event = this.#shown === id ? 'forceRemount' : 'setCurrentStory';
        const story = JSON.stringify({ storyId: id, viewMode: 'story' });
        await this.#page.evaluate(`__STORYBOOK_ADDONS_CHANNEL__.emit('${event}', ${story})`);
      } else this.#page = await this.#open(id);
      this.#shown = id;
      const status = await Promise.race([finished, tooLate]);
      if (status !== 'success') throw new Error(`ended as "${status}"`);
      return { ...(await this.#takePictures(this.#page)), problem: null };
    } catch (error) {
      await this.close();
      return { pictures: [], problem: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  async #takePictures(page: Page): Promise<Omit<Photographs, 'problem'>> {
    await page.evaluate('untilQuiet().then(() => holdTimers(true))');
    const hasOther = this.#otherTokens !== undefined && !(await page.evaluate<boolean>(isDrawn));
    const pictures: Photographs['pictures'] = [];
    const other: Photographs['pictures'] = [];
    for (const { width, themes } of looks) {
      await page.setViewportSize({ width, height });
      const wholes = [await page.evaluate<number>(settle)];
      const wanted = hasOther
        ? await page.evaluate<boolean[]>(`${JSON.stringify(themes)}.map(mayDiffer)`)
        : [true, true];
      if (hasOther && wanted.includes(true)) wholes.push(await page.evaluate<number>(heightWithOtherTokens));
      // All of it is in sight: what is not, a browser may leave out of a picture for a while.
      if (wanted.includes(true)) await page.setViewportSize({ width, height: Math.max(...wholes, height) });
      for (const [index, theme] of themes.entries()) {
        if (!wanted[index]) {
          pictures.push(null);
          other.push(null);
          continue;
        }
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'; ${settle}`);
        pictures.push(await this.#takePicture());
        if (!hasOther) continue;
        await page.evaluate('otherTokens.disabled = false');
        other.push(await this.#takePicture());
        await page.evaluate('otherTokens.disabled = true');
      }
    }
    return { pictures, withOtherTokens: hasOther ? other : null };
  }

  /** Not packed as tightly as Playwright's own pictures are: these are compared and thrown away. */
  async #takePicture(): Promise<Buffer> {
    const options = { format: 'png', optimizeForSpeed: true } as const;
    const taken = await this.#devTools?.send('Page.captureScreenshot', options);
    return Buffer.from(taken?.data ?? '', 'base64');
  }

  /** The next story is shown on a fresh page. */
  async close(): Promise<void> {
    const page = this.#page;
    this.#page = undefined;
    await page?.context().close();
  }
}
