import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { contract } from '@frens/contract';
import type { Router } from '@koa/router';
import { rootDir } from '../environment.ts';
import { sessionCookie } from '../resources/sessions/session-cookie.ts';
import type { Services } from '../services.ts';
import type { ApiContext, RequestState } from '../state.ts';
import { docsPage } from './docs-page.ts';
import { openApiOf } from './open-api.ts';

/**
 * `/api/openapi.json` for programs and `/api/docs` for people: made for who asks first, and the same for everybody.
 *
 * @param limit refuses who asks too often
 */
export function bindDocs(
  router: Router<RequestState>,
  { config }: Pick<Services, 'config'>,
  limit: (ctx: ApiContext) => void,
): void {
  let made: Record<'description' | 'page', Document> | undefined;
  // It takes a fifth of a start, and most servers are never asked.
  function docs() {
    if (made) return made;
    const description = openApiOf(contract, {
      title: `The API of ${config.brand.site}`,
      cookie: sessionCookie(config).name,
    });
    made = {
      description: documentOf(JSON.stringify(description)),
      page: documentOf(docsPage(description)),
    };
    return made;
  }
  const styles = readFileSync(path.join(rootDir, 'api/src/open-api/docs.css'), 'utf8');
  router.get('/api/openapi.json', (ctx) => {
    ctx.state.route = 'GET /api/openapi.json';
    limit(ctx);
    return send(ctx, 'json', docs().description);
  });
  router.get('/api/docs', (ctx) => {
    ctx.state.route = 'GET /api/docs';
    limit(ctx);
    ctx.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    return send(ctx, 'html', docs().page);
  });
  router.get('/api/docs.css', (ctx) => {
    ctx.state.route = 'GET /api/docs.css';
    ctx.type = 'css';
    ctx.body = styles;
  });
}

/** What does not change while the server runs: compressed once, since they are long. */
interface Document {
  text: string;
  zipped: Promise<Buffer>;
  etag: string;
}

const documentOf = (text: string): Document => ({
  text,
  zipped: promisify(gzip)(text),
  // Weak: it is one for both encodings.
  etag: `W/"${createHash('sha256').update(text).digest('hex').slice(0, 24)}"`,
});

async function send(ctx: ApiContext, type: string, { text, zipped, etag }: Document): Promise<void> {
  ctx.type = type;
  ctx.set({ 'Cache-Control': 'no-cache', ETag: etag });
  ctx.vary('Accept-Encoding');
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const isZipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isZipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isZipped ? await zipped : text;
}
