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

/** Starts the installed browser; installs one if necessary. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await requireBrowser(), args });
}

let ofWorker: Browser | undefined;

/**
 * The browser shared by all files of this worker: started for the first, closed with the worker.
 * Each file leaves it by `leaveBrowser`.
 */
export async function takeBrowser(): Promise<Browser> {
  // A crashed browser fails only its own file; the next one starts a new browser.
  if (!ofWorker?.isConnected()) ofWorker = await openBrowser();
  return ofWorker;
}

/** Closes everything that a file has opened in the browser. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

/** A visitor with a browser profile of their own, monitored for unexpected problems. */
export interface Person {
  page: Page;
  context: BrowserContext;
  /** The site's origin. */
  origin: string;
  /** Announces a console message or request that this test causes on purpose. */
  expectProblem(pattern: RegExp): void;
  /**
   * Throws if an unannounced problem occurred since the last call: a console error, an uncaught exception, or
   * a request to another origin.
   */
  assertNoProblems(): void;
}

/** Spec section 8: for a visitor, the session request answers 401, which browsers log, and so do the requests sent along with it. */
const signedOut = /\/api\/(user|home|users\?limit=30) .*status of 401/;

/**
 * Opens a fresh browser profile at a site.
 *
 * @param origin all requests must stay on it
 */
export async function newPerson(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', ...options });
  // Of what hangs, not of speed (docs/decisions/0232).
  context.setDefaultTimeout(90_000);
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
    // Syntax errors have no stack.
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
