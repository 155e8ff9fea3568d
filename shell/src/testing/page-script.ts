import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { vi } from 'vitest';

/** The HTML that every page starts from. */
export const pageHtml = readFileSync(path.join(import.meta.dirname, '../../public/index.html'), 'utf8');
const [, script = ''] = /<script>([^]*?)<\/script>/.exec(pageHtml) ?? [];

/**
 * Runs the script of a page's own, as a browser does before the first paint.
 *
 * @returns a function that removes its listeners, which would hear of the next test, too
 */
export function runPageScript(): () => void {
  const listen = vi.spyOn(globalThis, 'addEventListener');
  runInThisContext(script);
  const added = [...listen.mock.calls];
  listen.mockRestore();
  return () => {
    for (const [type, listener, options] of added) removeEventListener(type, listener, options);
  };
}
