import type { IncomingMessage, ServerResponse } from 'node:http';
import { createApp } from '../api/src/app.ts';
import { readConfig } from '../api/src/config.ts';
import { startServices } from '../api/src/start-services.ts';

/** What the development server serves beside pages and builds. */
const apiPaths = /^\/(api|media)\/|^\/(healthz|readyz)$/;

/** The API in the process of the development server, with the demo community in an empty database. */
export async function startApi() {
  const { services, close } = await startServices({ ...readConfig(process.env), seedDemo: true });
  const answer = createApp(services).callback();
  return {
    close,
    middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      if (apiPaths.test(request.url?.split('?')[0] ?? '')) void answer(request, response);
      else next();
    },
  };
}
