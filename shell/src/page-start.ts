import './page-start.css';

declare global {
  /**
   * The watchdog in the page's HTML (shell/public/index.html), which shows a notice without scripts and styles when these are lost or late.
   * Absent in tests without the site's HTML.
   */
  var pageStart: { fail(): void; end(): void } | undefined;
}

/** Stops the watchdog once the scripts run. Its notice about late scripts is removed, one about a lost style sheet stays. */
export function endWait(): void {
  globalThis.pageStart?.end();
}

/** Shows the HTML's own error notice when the shell cannot start, in the reader's language, over pre-rendered content. */
export function showFatalError(cause: unknown): void {
  console.error('The site could not start', cause);
  globalThis.pageStart?.fail();
}
