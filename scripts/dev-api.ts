import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiPaths, createApp, listenerOf } from '../api/src/app.ts';
import { configFromEnvironment } from '../api/src/config.ts';
import { startServices } from '../api/src/start-services.ts';

/** The API in the process of the development server, with the demo community in an empty database. */
export async function startApi() {
  const { services, close } = await startServices(configFromEnvironment({ demo: true }));
  const answer = listenerOf(createApp(services));
  return {
    close,
    middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      if (apiPaths.test(request.url?.split('?')[0] ?? '')) answer(request, response);
      else next();
    },
  };
}
