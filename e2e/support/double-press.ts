import type { Page } from 'playwright-core';

/** The focused element; `body` if the focus was lost. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement ? `${activeElement.tagName} ${activeElement.textContent}`.toLowerCase() : 'nothing';
  });

/** Double-clicks faster than a hand can, and counts the resulting requests. */
export async function callsOfDoubleClick(page: Page, call: string, button: string | RegExp): Promise<number> {
  let calls = 0;
  const count = (request: { method(): string; url(): string }) => {
    if (request.method() === 'POST' && request.url().endsWith(call)) calls += 1;
  };
  page.on('request', count);
  const answered = page.waitForResponse((answer) => answer.url().endsWith(call));
  await page.getByRole('button', { name: button }).last().dblclick({ delay: 20 });
  await answered;
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).waitFor();
  page.off('request', count);
  return calls;
}
