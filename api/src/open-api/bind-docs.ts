import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '@frens/contract';
import type { Router } from '@koa/router';
import { rootDir } from '../environment.ts';
import { sessionCookie } from '../resources/sessions/session-cookie.ts';
import type { Services } from '../services.ts';
import type { RequestState } from '../state.ts';
import { docsPage } from './docs-page.ts';
import { openApiOf } from './open-api.ts';

/** `/api/openapi.json` for programs and `/api/docs` for people: made once, the same for everybody. */
export function bindDocs(router: Router<RequestState>, { config }: Pick<Services, 'config'>): void {
  const description = openApiOf(contract, {
    title: `The API of ${config.brand.site}`,
    cookie: sessionCookie(config).name,
  });
  const page = docsPage(description);
  const styles = readFileSync(path.join(rootDir, 'api/src/open-api/docs.css'), 'utf8');
  router.get('/api/openapi.json', (ctx) => {
    ctx.state.route = 'GET /api/openapi.json';
    ctx.body = description;
  });
  router.get('/api/docs', (ctx) => {
    ctx.state.route = 'GET /api/docs';
    ctx.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    ctx.type = 'html';
    ctx.body = page;
  });
  router.get('/api/docs.css', (ctx) => {
    ctx.state.route = 'GET /api/docs.css';
    ctx.type = 'css';
    ctx.body = styles;
  });
}
