import type { Browser, CDPSession, Page } from 'playwright-core';

/** The widths and themes in which each story is captured. */
const viewports = [
  { width: 375, themes: ['light', 'dark'] },
  { width: 1280, themes: ['dark', 'light'] },
] as const;
/** The names of its screenshots, in order. */
export const views = viewports.flatMap(({ width, themes }) => themes.map((theme) => `${width} px, ${theme}`));

/** The screenshots of a story, or why there are none. */
export interface Screenshots {
  /** In the order of `views`; null where the other tokens change nothing. */
  screenshots: (Buffer | null)[];
  problem: string | null;
  /** The same page with the other tokens. Null where code has drawn part of it, which a stylesheet cannot change. */
  withOtherTokens?: Screenshots['screenshots'] | null;
}

// Detects stories that hang; it does not measure speed (docs/decisions/0232).
const storyTimeout = 60_000;
const height = 667;
/** The time of the newest fixture, so that relative times such as "two hours ago" are the same in each run. */
const fixedTime = new Date('2026-11-27T12:00:00Z');

/**
 * `waitForIdle` resolves when the DOM is stable; it waits longer for pending requests, since some stories never answer them.
 * `pauseTimers` defers timers during screenshots, so that toasts stay. A timer that is cleared meanwhile never runs.
 */
const idleAndTimers = `
  let calls = 0;
  const send = window.fetch;
  window.fetch = (...args) => {
    calls += 1;
    return send(...args).finally(() => { calls -= 1; });
  };
  const later = window.setTimeout;
  const held = new Map();
  let isPaused = false;
  window.pauseTimers = (pause) => {
    isPaused = pause;
    if (!pause) for (const [timer, call] of held) later(() => { if (held.delete(timer)) call(); });
  };
  for (const kind of ['Timeout', 'Interval']) {
    const set = window['set' + kind];
    const clear = window['clear' + kind];
    window['set' + kind] = (run, delay, ...args) => {
      const timer = set(() => {
        if (isPaused) held.set(timer, () => run(...args));
        else run(...args);
      }, delay);
      return timer;
    };
    window['clear' + kind] = (timer) => {
      held.delete(timer);
      clear(timer);
    };
  }
  window.waitForIdle = async () => {
    let quiet = 0;
    const observer = new MutationObserver(() => { quiet = 0; });
    observer.observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
    for (let tick = 0; tick < 100 && quiet < (calls > 0 ? 30 : 3); tick += 1, quiet += 1)
      await new Promise((resolve) => later(resolve, 50));
    observer.disconnect();
  };
`;

/** Seeds the random numbers of each story, so that all runs draw the same. */
const seededRandom = `
  let seed = 1;
  window.resetRandom = () => { seed = 1; };
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

// Source text, because a compiled function refers to helpers of the compiler that the page does not have.
const watchStories = `
  let channel;
  Object.defineProperty(window, '__STORYBOOK_ADDONS_CHANNEL__', {
    configurable: true,
    get: () => channel,
    set: (next) => {
      channel = next;
      // Storybook's highlights serve its open panel; listening for them recomputes all styles after each change.
      const on = next.on.bind(next);
      next.on = (name, react) => name.startsWith('storybook/highlight/') || on(name, react);
      next.on('storyFinished', ({ storyId, status }) => window.storyFinished(storyId, status));
      for (const failure of ['storyMissing', 'storyErrored', 'storyThrewException', 'playFunctionThrewException'])
        next.on(failure, (error) => window.storyFinished('', [failure, error?.message ?? ''].join(' ').trim()));
    },
  });
`;

/** Ends animations as they begin and hides the blinking caret. */
const disableMotion = `*, *::before, *::after {
  animation-duration: 0s !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
  transition: none !important; scroll-behavior: auto !important; caret-color: transparent !important;
}`;

/** Resolves with the height of the page once fonts and images are loaded and the layout has settled after a resize. */
const settle = `(async () => {
  await document.fonts.ready;
  let images = [];
  // Another theme may have other images.
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

/** Whether code has drawn something on the page. */
const hasDrawing = `document.querySelector('canvas, img[src^="blob:"]') !== null`;

/**
 * `canDiffer` returns whether the other tokens can change the page in this theme: whether an applied rule or an attribute uses a custom
 * property whose value differs. The screenshots show whether it really looks different.
 */
const tokenUsage = `
  const namesIn = (text) => text.match(/--[\\w-]+/g) ?? [];
  const known = new WeakMap();
  /** The custom properties that a rule uses, and those that it derives from others. */
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
  window.canDiffer = (theme) => {
    const root = document.documentElement;
    root.dataset.theme = theme;
    const rules = Array.from(document.styleSheets).filter((sheet) => sheet !== otherTokens).flatMap((sheet) => rulesOf(sheet.cssRules));
    // Elements whose theme differs from the page's.
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

/** Measured synchronously, without waiting for a frame. */
const heightWithOtherTokens = `(() => {
  otherTokens.disabled = false;
  const height = document.documentElement.scrollHeight;
  otherTokens.disabled = true;
  return height;
})()`;

/** How many stories a page shows before it is replaced: after hundreds some screenshots do not arrive. */
const maxStoriesPerPage = 60;

/** Captures stories one after another on a page of a Storybook, which switches between them as the sidebar does. */
export class StoryCapturer {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #otherTokens: string | undefined;
  #stories = 0;
  #page: Page | undefined;
  #devTools: CDPSession | undefined;
  #shown = '';
  #finish: (id: string, status: string) => void = () => {};

  /** @param otherTokens a stylesheet with which each story is captured as well */
  constructor(browser: Browser, origin: string, otherTokens?: string) {
    this.#browser = browser;
    this.#origin = origin;
    this.#otherTokens = otherTokens;
  }

  async #open(id: string): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: viewports[0].width, height },
      reducedMotion: 'reduce',
      colorScheme: 'light',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    const page = await context.newPage();
    this.#devTools = await context.newCDPSession(page);
    await page.clock.setFixedTime(fixedTime);
    await page.exposeFunction('storyFinished', (story: string, status: string) =>
      this.#finish(story, status),
    );
    await page.addInitScript({
      content: seededRandom + idleAndTimers + watchStories + (this.#otherTokens ? tokenUsage : ''),
    });
    // Without the accessibility addon, whose checks take longer than the screenshots.
    await page.goto(`${this.#origin}/iframe.html?id=${id}&viewMode=story&globals=a11y.manual:!true`);
    await page.addStyleTag({ content: disableMotion });
    if (this.#otherTokens) {
      const sheet = await page.addStyleTag({ content: this.#otherTokens });
      await sheet.evaluate((style) => {
        Object.assign(window, { otherTokens: (style as unknown as HTMLStyleElement).sheet });
      });
      await page.evaluate('otherTokens.disabled = true');
    }
    return page;
  }

  /** Shows a story and captures it in each view. */
  async capture(id: string): Promise<Screenshots> {
    const finished = new Promise<string>((resolve) => {
      this.#finish = (story, status) => {
        if (story === id || story === '') resolve(status);
      };
    });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`not finished within ${storyTimeout / 1_000} s`), storyTimeout);
    });
    try {
      if (this.#stories++ % maxStoriesPerPage === 0) await this.close();
      if (this.#page) {
        await this.#page.setViewportSize({ width: viewports[0].width, height });
        await this.#page.evaluate('resetRandom(); pauseTimers(false)');
        // The story that is already shown is mounted again.
        const event = this.#shown === id ? 'forceRemount' : 'setCurrentStory';
        const story = JSON.stringify({ storyId: id, viewMode: 'story' });
        await this.#page.evaluate(`__STORYBOOK_ADDONS_CHANNEL__.emit('${event}', ${story})`);
      } else this.#page = await this.#open(id);
      this.#shown = id;
      const status = await Promise.race([finished, timeout]);
      if (status !== 'success') throw new Error(`ended as "${status}"`);
      return { ...(await this.#captureViews(this.#page)), problem: null };
    } catch (error) {
      await this.close();
      return { screenshots: [], problem: error instanceof Error ? error.message : String(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  async #captureViews(page: Page): Promise<Omit<Screenshots, 'problem'>> {
    // The viewport takes the whole page, so that lazy content loads.
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width: viewports[0].width, height: Math.max(whole, height) });
    await page.evaluate('waitForIdle().then(() => pauseTimers(true))');
    const hasOther = this.#otherTokens !== undefined && !(await page.evaluate<boolean>(hasDrawing));
    const screenshots: Screenshots['screenshots'] = [];
    const other: Screenshots['screenshots'] = [];
    for (const { width, themes } of viewports) {
      await page.setViewportSize({ width, height });
      const heights = [await page.evaluate<number>(settle)];
      const wanted = hasOther
        ? await page.evaluate<boolean[]>(`${JSON.stringify(themes)}.map(canDiffer)`)
        : [true, true];
      if (hasOther && wanted.includes(true)) heights.push(await page.evaluate<number>(heightWithOtherTokens));
      // The whole page fits into the viewport: a browser may omit for a while what lies outside.
      if (wanted.includes(true)) await page.setViewportSize({ width, height: Math.max(...heights, height) });
      for (const [index, theme] of themes.entries()) {
        if (!wanted[index]) {
          screenshots.push(null);
          other.push(null);
          continue;
        }
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'; ${settle}`);
        screenshots.push(await this.#screenshot());
        if (!hasOther) continue;
        await page.evaluate('otherTokens.disabled = false');
        other.push(await this.#screenshot());
        await page.evaluate('otherTokens.disabled = true');
      }
    }
    return { screenshots, withOtherTokens: hasOther ? other : null };
  }

  /** Compressed less than Playwright's own screenshots: these are compared and discarded. */
  async #screenshot(): Promise<Buffer> {
    const options = { format: 'png', optimizeForSpeed: true } as const;
    const taken = await this.#devTools?.send('Page.captureScreenshot', options);
    return Buffer.from(taken?.data ?? '', 'base64');
  }

  /** Closes the page; the next story opens a new one. */
  async close(): Promise<void> {
    const page = this.#page;
    this.#page = undefined;
    await page?.context().close();
  }
}
