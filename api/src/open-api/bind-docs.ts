import { readFileSync } from 'node:fs';
import path from 'node:path';
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
  let made: { description: string; page: string } | undefined;
  // It takes a fifth of a start, and most servers are never asked.
  function docs() {
    if (made) return made;
    const description = openApiOf(contract, {
      title: `The API of ${config.brand.site}`,
      cookie: sessionCookie(config).name,
    });
    made = { description: JSON.stringify(description), page: docsPage(description) };
    return made;
  }
  const styles = readFileSync(path.join(rootDir, 'api/src/open-api/docs.css'), 'utf8');
  router.get('/api/openapi.json', (ctx) => {
    ctx.state.route = 'GET /api/openapi.json';
    limit(ctx);
    ctx.type = 'json';
    ctx.body = docs().description;
  });
  router.get('/api/docs', (ctx) => {
    ctx.state.route = 'GET /api/docs';
    limit(ctx);
    ctx.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    ctx.type = 'html';
    ctx.body = docs().page;
  });
  router.get('/api/docs.css', (ctx) => {
    ctx.state.route = 'GET /api/docs.css';
    ctx.type = 'css';
    ctx.body = styles;
  });
}
