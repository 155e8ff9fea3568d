import { hash } from 'node:crypto';
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
 * Binds `/api/openapi.json` for programs and `/api/docs` for people, built on the first request.
 *
 * @param limit refuses clients that ask too often
 */
export function bindDocs(
  router: Router<RequestState>,
  { config }: Pick<Services, 'config'>,
  limit: (ctx: ApiContext) => void,
): void {
  let documents: Record<'description' | 'page', Document> | undefined;
  // Built lazily: it takes a fifth of the startup time, and most servers are never asked.
  function docs() {
    if (documents) return documents;
    const description = openApiOf(contract, {
      title: `The API of ${config.brand.site}`,
      cookie: sessionCookie(config).name,
    });
    documents = {
      description: documentOf(JSON.stringify(description)),
      page: documentOf(docsPage(description)),
    };
    return documents;
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

/** A static response, compressed once because it is long. */
interface Document {
  text: string;
  zipped: Promise<Buffer>;
  etag: string;
}

const documentOf = (text: string): Document => ({
  text,
  zipped: promisify(gzip)(text),
  // A weak ETag, because it covers both encodings.
  etag: `W/"${hash('sha256', text).slice(0, 24)}"`,
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
