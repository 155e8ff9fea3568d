import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPageHtml } from './page-html.ts';

it('compresses a page again after that has failed', async () => {
  const brotliCompress = vi.spyOn(zlib, 'brotliCompress');
  syncBuiltinESMExports();
  onTestFinished(() => {
    brotliCompress.mockRestore();
    syncBuiltinESMExports();
  });
  const page = createPageHtml('a page', []);
  for (const name of ['body', 'smallest'] as const) {
    brotliCompress.mockImplementationOnce((...given: unknown[]) => {
      // Safe: its last argument is the callback.
      (given.at(-1) as (error: Error) => void)(new Error('Out of memory.'));
    });
    await expect(page[name]('br')).rejects.toThrow('Out of memory.');
    expect(await page[name]('br')).toBeInstanceOf(Buffer);
  }
});
