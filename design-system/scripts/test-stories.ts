// Shows the stories of the built Storybook, light and in English on a wide screen, dark and in Spanish on a phone, and fails on an error, a failed play function,
// an accessibility violation or a page that is wider than the screen. Build it first. Words after the command choose stories: `npm run test-stories -w design-system -- dialog`.
// The stories take turns, of a screen the last two (docs/decisions/0033); chosen ones are shown in both views, and all with LONG=1. Of these, screens are
// shown in a third view, too: with members' texts as long as they may be, on the narrowest phone (docs/decisions/0250).
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

/** How each story is shown: both themes, both widths and both languages in two passes (docs/decisions/0033). */
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
/** How screens are shown in a long run, too. */
const longTexts = {
  name: 'long texts, Spanish, 320 px',
  globals: 'theme:light;language:es;texts:long',
  viewport: { width: 320, height: 667 },
  hasTouch: true,
} as const;
type View = (typeof views)[number] | typeof longTexts;

// Bounds of what hangs, not of speed: a machine that does other work is five times slower (docs/decisions/0232).
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

/** What Storybook reports when a story has been rendered, played and checked. */
interface StoryReport {
  storyId: string;
  status: 'success' | 'error' | 'aborted';
  /** Paths of the pictures it asked for and did not get. */
  missingPictures: string[];
  /** What reaches over the side of the screen, when the page can be moved there. */
  overflowing: string[];
  /** Places of texts that nothing was put into, as in "{{name}}". */
  placeholders: string[];
  reporters: { type: string; result?: { violations?: Violation[]; error?: string } }[];
}

interface Server {
  origin: string;
  close: () => void;
}

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    // Every browser asks for it, and a Storybook has none.
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

// Runs in the page before Storybook and hands each report over as soon as the channel exists. It is text, because a
// compiled function would bring names of the compiler's own that the page does not know. Pictures count from where the story before has been
// taken away: what that one still asked for is answered by the mocks of the next one.
const listener = `
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
      // Frames around elements are drawn for who has the panel open; being ready for them reads the style of everything after each change.
      const on = next.on.bind(next);
      next.on = (name, react) => name.startsWith('storybook/highlight/') || on(name, react);
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

// Changes one arg after the other as the panel of controls does, and names those whose change changes nothing.
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

/** A page of one view that shows story after story, as the sidebar does. */
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
      // Checked as it stands, not while it fades in: half-transparent text has no contrast worth measuring.
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => this.problems.push(`threw ${error.message}`));
    page.on('console', (message) => {
      // A screen that shows what failed has calls that failed, and the browser says so; of pictures the report tells.
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

  /** The controls of a story that change nothing of it. */
  async idleControls(): Promise<string[]> {
    return (await this.#page?.evaluate<string[]>(`${tryControls}(preparedStory)`)) ?? [];
  }

  /** After a failure the next story starts on a fresh page. */
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
/** Whether a daily run shows a story: of a screen as many as there are views. */
const isDaily = (id: string, index: number, ids: string[]) =>
  !id.startsWith('screens-') || titleOf(ids[index + views.length]) !== titleOf(id);

/** The stories of each view, by turns, so that a component or a screen with several is seen in both. */
function storiesOf(ids: string[], view: View): string[] {
  if (view === longTexts) return ids.filter((id) => id.startsWith('screens-'));
  if (isLongRun) return ids;
  return ids.filter(isDaily).filter((_id, index) => views[index % views.length] === view);
}

function storyIds(): string[] {
  const index = join(root, 'index.json');
  if (!existsSync(index))
    throw new Error('There is no built Storybook: run "npm run build-storybook -w design-system" first.');
  // The file is written by Storybook in this shape.
  const { entries } = JSON.parse(readFileSync(index, 'utf8')) as {
    entries: Record<string, { id: string; type: string }>;
  };
  return Object.values(entries)
    .filter(
      ({ id, type }) => type === 'story' && (wanted.length === 0 || wanted.some((word) => id.includes(word))),
    )
    .map(({ id }) => id);
}

/** For this Storybook and the next one, whose pages tell of them. */
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
  // Of each component the first story; all of a component share their controls.
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
