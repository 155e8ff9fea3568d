import { getEventListeners, once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import Koa from 'koa';
import { expect, it, vi } from 'vitest';
import { promote } from '../promote.ts';
import { renderFile } from '../store/rendered-pages.ts';
import { serve } from '../testing/serve.ts';
import { storeOfVersions } from '../testing/store-of-versions.ts';
import { compressText } from './compress-text.ts';
import { createSite } from './site.ts';

const template =
  '<html lang="en"><head><title>{{site}}</title></head><body><div id="root"></div><!--page-data--></body></html>';
const shellBuild = `exports.provided = {}; exports.renderPage = async ({ answers }, remote) => ({
  html: '<h1>' + (answers ? answers['/api/items'].body : 'Loading') + '</h1>', calls: remote ? ['/api/items'] : undefined,
  data: answers && [], title: '', description: '', failures: [] });`;

it('renders public pages with their data and makes them as small as they get before anybody asks, and ends', async () => {
  const versions = await storeOfVersions();
  const { store } = versions;
  const made = [
    await versions.shell('1', undefined, { 'index.html': template, [renderFile]: shellBuild }),
    await versions.remote('mf-quiz', '1', {}, { [renderFile]: '' }),
  ];
  await promote({ store, environment: 'live', author: { who: 'ada', why: null } }, { versions: made }, {});
  const answers = { '/api/items': { body: 'Moss', link: null } };
  const site = createSite({
    store,
    brand: { site: 'Bears', product: 'C' },
    origin: 'https://bears.example',
    readPublic: async () => answers,
  });
  const read = vi.fn(async (_calls: readonly string[], _language: string) => answers);
  const end = new AbortController();
  const ended = site.renderAhead(read, end.signal);
  const server = await serve(new Koa().use(site).callback());
  try {
    // The next language comes once the first is rendered.
    await vi.waitUntil(() => read.mock.calls.length === 2, 20_000);
    expect(read.mock.calls).toEqual(['en', 'es'].map((language) => [['/api/items'], language]));
    const headers = {
      accept: 'text/html',
      'accept-encoding': 'br',
      'user-agent':
        'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    };
    const asked = get(`${server.url}/quiz`, { headers });
    const [answer]: IncomingMessage[] = await once(asked, 'response');
    const body = await buffer(answer as IncomingMessage);
    const html = brotliDecompressSync(body);
    expect(html.toString()).toContain('<h1>Moss</h1>');
    expect(body).toEqual(await compressText(html, 'br', { br: 11, gzip: 9 }));
    // One at most, of the page in turn or of the pause: pages that are done leave none.
    expect(getEventListeners(end.signal, 'abort').length).toBeLessThan(2);
  } finally {
    end.abort();
    await ended;
    await server.close();
    await versions.remove();
  }
});
