import { expect, it, vi } from 'vitest';
import { compressText } from './compress-text.ts';
import { createPageHtml } from './page-html.ts';

vi.mock(import('./compress-text.ts'), { spy: true });

it('compresses a page again after that has failed', async () => {
  const page = createPageHtml('a page', []);
  for (const name of ['body', 'smallest'] as const) {
    vi.mocked(compressText).mockRejectedValueOnce(new Error('Out of memory.'));
    await expect(page[name]('br')).rejects.toThrow('Out of memory.');
    expect(await page[name]('br')).toBeInstanceOf(Buffer);
  }
});
