import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { requireBrowser } from '../../scripts/find-browser.js';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser that is installed, after installing one where there is none. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await requireBrowser(), args });
}

let ofWorker: Browser | undefined;

/**
 * The browser of the files that run in this worker one after the other: it is started for the first of them, and ends with the worker.
 * Each file leaves it by `leaveBrowser`.
 */
export async function takeBrowser(): Promise<Browser> {
  // One that has crashed, or did not start, takes nothing but its own file along.
  if (!ofWorker?.isConnected()) ofWorker = await openBrowser();
  return ofWorker;
}

/** Closes everything that a file has opened in the browser. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

/** Somebody at the site: a browser profile of their own, watched for everything that should not happen. */
export interface Person {
  page: Page;
  context: BrowserContext;
  /** Of the site. */
  origin: string;
  /** Announces a console message or request that this test causes on purpose. */
  expectProblem(pattern: RegExp): void;
  /**
   * Throws when something happened since the last call that no test announced: a console error, an uncaught error,
   * a request to another origin.
   */
  assertNoProblems(): void;
}

/** Spec section 8: a visitor's current user answers 401, which the browser logs, and so does what a member's page asks together with it. */
const signedOut = /\/api\/(user|home|users\?limit=30) .*status of 401/;

/**
 * Opens a browser profile of its own at a site.
 *
 * @param origin every request must stay on it
 */
export async function newPerson(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', ...options });
  context.setDefaultTimeout(30_000);
  const found: string[] = [];
  const expected = [signedOut];

  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) found.push(`request to ${url.href}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`console at ${message.location().url} ${message.text()}`);
  });
  context.on('weberror', (report) => {
    const error = report.error();
    // A script that does not parse has no stack.
    found.push(`uncaught ${error.stack || `${error.name} ${error.message}`}`);
  });

  return {
    page: await context.newPage(),
    context,
    origin,
    expectProblem: (pattern) => expected.push(pattern),
    assertNoProblems() {
      const unexpected = found
        .splice(0)
        .filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      if (unexpected.length > 0) throw new Error(`Unexpected on the page:\n${unexpected.join('\n')}`);
    },
  };
}
