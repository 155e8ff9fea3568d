import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import path from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Converts a pattern of `_headers` or `_redirects` to a regular expression. */
const matcher = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);

/**
 * Serves a folder like a CDN: files by path, pages without extension, headers and rewrites from `_headers` and `_redirects`, and a
 * proxy to the API.
 *
 * @param api origin of the API
 */
export async function serveFolder(folder: string, api: string): Promise<{ origin: string; stop(): void }> {
  // Both files are optional.
  const read = (file: string) => readFile(path.join(folder, file), 'utf8').catch(() => '');
  const rules = (await read('_headers'))
    .trim()
    .split('\n\n')
    .map((block) => {
      const [pattern = '', ...lines] = block.split('\n');
      return { matches: matcher(pattern), headers: lines.map((line) => line.trim().split(/: (.*)/, 2)) };
    });
  const rewrites = (await read('_redirects'))
    .trim()
    .split('\n')
    .map((line) => {
      const [pattern = '', file = ''] = line.split(' ');
      return { matches: matcher(pattern), file };
    });
  const fileOf = (pathname: string) =>
    [pathname, `${pathname}.html`, path.join(pathname, 'index.html')].find(
      (file) => path.extname(file) !== '' && existsSync(path.join(folder, file)),
    ) ?? rewrites.find(({ matches }) => matches.test(pathname))?.file;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://cdn');
    if (/^\/(api|media)\//.test(pathname)) {
      const { method, headers } = request;
      const onward = sendRequest(new URL(request.url ?? '/', api), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.writeHead(502).end());
      request.pipe(onward);
      return;
    }
    const file = fileOf(pathname);
    const address = file === undefined ? '/404' : pathname;
    for (const { matches, headers } of rules)
      if (matches.test(address))
        for (const [name = '', value = ''] of headers) response.setHeader(name, value);
    const served = file ?? '404.html';
    response.setHeader('Content-Type', types[path.extname(served)] ?? 'application/octet-stream');
    response.writeHead(file === undefined ? 404 : 200).end(await readFile(path.join(folder, served)));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  return {
    origin: `http://localhost:${address.port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
