import './page-start.css';

declare global {
  /**
   * How the page's HTML waits for its scripts and styles (shell/public/index.html): what it shows when they are lost or late needs neither.
   * Absent where a test has no HTML of the site.
   */
  var pageStart: { fail(): void; end(): void } | undefined;
}

/** Ends the wait of the HTML: the scripts have come. A notice that they are late goes; one that a style sheet is lost stays. */
export function endWait(): void {
  globalThis.pageStart?.end();
}

/** Shows the page's own words when the shell cannot start, in the reader's language, above what was rendered ahead. */
export function showFatalError(cause: unknown): void {
  console.error('The site could not start', cause);
  globalThis.pageStart?.fail();
}
