// Tests the built Storybook in two views: light/English/desktop and dark/Spanish/phone. A story fails on an error, a failed play function,
// an accessibility violation or horizontal overflow. Arguments filter by id: `npm run test-stories -w design-system -- dialog`.
// By default each story gets one view, and screens only their last story (docs/decisions/0033). Filtered runs and LONG=1 show all in
// both views; long runs also show screens with the longest member texts at the narrowest width (docs/decisions/0250).
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { requireBrowser } from '../../scripts/find-browser.js';
import { describeCommit } from '../../scripts/setup.js';
import { strayText } from '../../scripts/stray-text.js';
import { type StoryResults, storyResults } from './story-results.ts';

const root = fileURLToPath(new URL('../storybook-static', import.meta.url));

/** Two passes cover both themes, widths and languages (docs/decisions/0033). */
const views = [
  {
    name: 'light, English, 1024 px',
    globals: 'theme:light',
    viewport: { width: 1024, height: 768 },
    hasTouch: false,
  },
  {
    name: 'dark, Spanish, 375 px',
    globals: 'theme:dark;language:es',
    viewport: { width: 375, height: 667 },
    hasTouch: true,
  },
] as const;
/** The additional view of screens in a long run. */
const longTexts = {
  name: 'long texts, Spanish, 320 px',
  globals: 'theme:light;language:es;texts:long',
  viewport: { width: 320, height: 667 },
  hasTouch: true,
} as const;
type View = (typeof views)[number] | typeof longTexts;

// Timeouts catch hangs, not slowness: a busy machine is five times slower (docs/decisions/0232).
const storyTimeout = 60_000;
const totalTimeout = 20 * 60_000;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown[] }[];
}

/** Storybook's report after a story has rendered, played and been checked. */
interface StoryReport {
  storyId: string;
  status: 'success' | 'error' | 'aborted';
  /** Paths of requested images that failed to load. */
  missingPictures: string[];
  /** Elements that overflow the viewport, if the page scrolls sideways. */
  overflowing: string[];
  /** Unfilled placeholders in texts, such as "{{name}}". */
  placeholders: string[];
  reporters: { type: string; result?: { violations?: Violation[]; error?: string } }[];
}

function serve(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    // Browsers request it on their own; a Storybook has no favicon.ico.
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const file = join(root, path);
    if (!file.startsWith(root) || !extname(file) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'max-age=600',
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({
        origin: `http://127.0.0.1:${port}`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}

// Injected before Storybook: passes on each report once the channel exists. It is a string, because a compiled function would reference
// compiler helpers that the page lacks. Image checks start after the previous story has unmounted: requests of that story would hit the
// mocks of the next one.
const listener = `
  // Highlights serve the open panel only; they would recompute the styles of the whole page after each change.
  window.__STORYBOOK_HIGHLIGHT_INITIALIZED = true;
  let channel;
  let began = 0;
  const missingPictures = () => performance.getEntriesByType('resource')
    .filter(({ startTime, responseStatus }) => startTime >= began && responseStatus >= 400)
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/media/'));
  const overflowing = () => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > width + 1);
    return (wide.length > 0 ? wide : [document.body]).map((element) => element.tagName.toLowerCase() + '.' + element.getAttribute('class'));
  };
  const hand = (report) => window.storyFinished(JSON.stringify(report));
  Object.defineProperty(window, '__STORYBOOK_ADDONS_CHANNEL__', {
    configurable: true,
    get: () => channel,
    set: (next) => {
      channel = next;
      next.on('storyRenderPhaseChanged', ({ newPhase }) => {
        if (newPhase !== 'loading') return;
        began = performance.now();
        performance.clearResourceTimings();
      });
      next.on('storyPrepared', (story) => { window.preparedStory = story; });
      next.on('storyFinished', ({ storyId, status, reporters }) =>
        hand({ storyId, status, missingPictures: missingPictures(), overflowing: overflowing(), placeholders: document.body.innerText.match(/{{.*?}}/g) ?? [], reporters: reporters.map(({ type, result }) => ({ type, result: {
          error: result?.error && String(result.error),
          violations: result?.violations?.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ target }) => ({ target })) })),
        } })) }));
    },
  });
`;

// Changes one arg after another, like the controls panel, and returns those without an effect.
const tryControls = `(async ({ id, argTypes, initialArgs }) => {
  const channel = __STORYBOOK_ADDONS_CHANNEL__;
  const changed = (event, send) => new Promise((resolve) => {
    channel.once(event, () => setTimeout(resolve));
    send();
  });
  const idle = [];
  for (const [name, { control, options, table }] of Object.entries(argTypes)) {
    if (!control || control.disable || !(control.type ?? control)) continue;
    const value = initialArgs[name] ?? table?.defaultValue?.summary?.replaceAll("'", '');
    const next =
      options ? options.find((option) => String(option) !== String(value))
      : control.max !== undefined ? (value * 2 > control.max ? control.min : control.max)
      : typeof value === 'number' ? value + 100
      : (control.type ?? control) === 'boolean' ? String(value) !== 'true'
      : value + ' and more';
    const before = document.body.innerHTML;
    await changed('storyRendered', () => channel.emit('updateStoryArgs', { storyId: id, updatedArgs: { [name]: next } }));
    if (document.body.innerHTML === before) idle.push(name);
    await changed('storyRendered', () => channel.emit('resetStoryArgs', { storyId: id }));
  }
  return idle;
})`;

/** A browser page per view that switches between stories, as the sidebar does. */
class StoryPage {
  problems: string[] = [];
  #page: Page | undefined;
  #finish: ((report: StoryReport) => void) | undefined;
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #view: View;

  constructor(browser: Browser, origin: string, view: View) {
    this.#browser = browser;
    this.#origin = origin;
    this.#view = view;
  }

  async #open(id: string): Promise<void> {
    const context = await this.#browser.newContext({
      viewport: this.#view.viewport,
      hasTouch: this.#view.hasTouch,
      // Checks the final state: text fading in is half transparent and has no meaningful contrast.
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => this.problems.push(`threw ${error.message}`));
    page.on('console', (message) => {
      // Stories of error states cause failed requests, which the browser logs; the report covers images.
      const { pathname } = new URL(message.location().url || this.#origin);
      const isMockedFailure = pathname.startsWith('/api/') || pathname.startsWith('/media/');
      if (message.type() === 'error' && !isMockedFailure)
        this.problems.push(`console.error ${message.text().slice(0, 400)}`);
    });
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1') this.problems.push(`asked ${hostname}`);
    });
    await page.exposeFunction('storyFinished', (report: string) => this.#finish?.(JSON.parse(report)));
    await page.addInitScript({ content: listener });
    this.#page = page;
    await page.goto(`${this.#origin}/iframe.html?id=${id}&viewMode=story&globals=${this.#view.globals}`);
  }

  /** Shows a story and waits for its report. */
  async show(id: string): Promise<StoryReport | undefined> {
    const finished = new Promise<StoryReport>((resolve) => {
      this.#finish = (report) => {
        if (report.storyId === id) resolve(report);
      };
    });
    if (this.#page)
      await this.#page.evaluate(
        `__STORYBOOK_ADDONS_CHANNEL__.emit('setCurrentStory', ${JSON.stringify({ storyId: id, viewMode: 'story' })})`,
      );
    else await this.#open(id);
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), storyTimeout);
    });
    const report = await Promise.race([finished, tooLate]);
    clearTimeout(timer);
    if (this.#page && this.#view === longTexts)
      this.problems.push(
        ...(await strayText(this.#page)).map((text) => `isolates no text of members: ${text}`),
      );
    return report;
  }

  /** Controls of a story that have no effect. */
  async idleControls(): Promise<string[]> {
    return (await this.#page?.evaluate<string[]>(`${tryControls}(preparedStory)`)) ?? [];
  }

  /** After a failure, the next story starts on a fresh page. */
  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = undefined;
  }
}

function problemsIn(report: StoryReport | undefined): string[] {
  if (!report) return [`did not finish within ${storyTimeout / 1000} s`];
  const problems = report.missingPictures.map((path) => `has no picture ${path}`);
  if (report.overflowing.length > 0)
    problems.push(`is wider than the screen: ${report.overflowing.join(', ').slice(0, 300)}`);
  for (const place of report.placeholders) problems.push(`shows ${place}`);
  if (report.status !== 'success') problems.push(`ended as "${report.status}"`);
  const a11y = report.reporters.find((reporter) => reporter.type === 'a11y');
  if (!a11y) problems.push('was not checked for accessibility');
  if (a11y?.result?.error) problems.push(`the accessibility check failed: ${a11y.result.error}`);
  for (const violation of a11y?.result?.violations ?? []) {
    const where = violation.nodes.map((node) => node.target.map(String).join(' ')).join(', ');
    problems.push(`${violation.id}: ${violation.help} (${where.slice(0, 300)})`);
  }
  return problems;
}

const wanted = process.argv.slice(2);
const isLongRun = Boolean(process.env['LONG']) || wanted.length > 0;

const titleOf = (id = '') => id.split('--')[0];
/** Whether a daily run includes a story: of each screen, the last one. */
const isDaily = (id: string, index: number, ids: string[]) =>
  !id.startsWith('screens-') || titleOf(ids[index + 1]) !== titleOf(id);

/** Distributes stories over the views, so that a component with several stories is seen in both. */
function storiesOf(ids: string[], view: View): string[] {
  if (view === longTexts) return ids.filter((id) => id.startsWith('screens-'));
  if (isLongRun) return ids;
  return ids.filter(isDaily).filter((_id, index) => views[index % views.length] === view);
}

function storyIds(): string[] {
  const index = join(root, 'index.json');
  if (!existsSync(index))
    throw new Error('There is no built Storybook: run "npm run build-storybook -w design-system" first.');
  // Safe: Storybook writes the file in this shape.
  const { entries } = JSON.parse(readFileSync(index, 'utf8')) as {
    entries: Record<string, { id: string; type: string }>;
  };
  return Object.values(entries)
    .filter(
      ({ id, type }) => type === 'story' && (wanted.length === 0 || wanted.some((word) => id.includes(word))),
    )
    .map(({ id }) => id);
}

/** Saves the results for this Storybook's pages and for the next build. */
function keepResults(results: StoryResults): void {
  mkdirSync(dirname(storyResults), { recursive: true });
  for (const file of [storyResults, join(root, 'story-results.json')])
    writeFileSync(file, JSON.stringify(results));
}

async function main(): Promise<void> {
  const ids = storyIds();
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: await requireBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  // The first story per component, since its stories share their controls.
  const withControls = new Set(
    ids.filter((id, at) => !id.startsWith('screens-') && titleOf(ids[at - 1]) !== titleOf(id)),
  );
  const deadline = Date.now() + totalTimeout;
  let passed = 0;
  let failed = 0;
  const violations: StoryResults['violations'] = {};

  const run = async (view: View) => {
    const page = new StoryPage(browser, server.origin, view);
    for (const id of storiesOf(ids, view)) {
      page.problems = [];
      if (Date.now() > deadline)
        page.problems.push(`was not reached within ${totalTimeout / 60_000} minutes`);
      else {
        const report = await page.show(id);
        page.problems.push(...problemsIn(report));
        if (report?.status === 'success' && withControls.has(id))
          page.problems.push(
            ...(await page.idleControls()).map((name) => `has a control that does nothing: ${name}`),
          );
        const a11y = report?.reporters.find(({ type }) => type === 'a11y')?.result?.violations;
        if (a11y) violations[id] = { ...violations[id], [view.name]: a11y.map((violation) => violation.id) };
      }
      if (page.problems.length === 0) passed++;
      else {
        failed++;
        console.error(`FAIL ${id} (${view.name})\n${page.problems.map((line) => `     ${line}`).join('\n')}`);
        await page.close();
      }
    }
    await page.close();
  };

  try {
    await Promise.all([...views, ...(isLongRun ? [longTexts] : [])].map(run));
  } finally {
    await browser.close();
    server.close();
  }
  if (wanted.length === 0)
    keepResults({ at: new Date().toISOString(), commit: describeCommit(), violations });
  if (ids.length === 0) console.error('No story has such a name.');
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

await main();
