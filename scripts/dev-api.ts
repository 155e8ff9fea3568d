import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiPaths, createApp, listenerOf } from '../api/src/app.ts';
import { configFromEnvironment } from '../api/src/config.ts';
import { startServices } from '../api/src/start-services.ts';

/** Starts the API inside the development server; seeds an empty database with the demo community. */
export async function startApi() {
  const { services, seeded, worker, outbox, dataPlace, close } = await startServices(
    configFromEnvironment({ demo: true }),
  );
  const answer = listenerOf(createApp({ ...services, outbox }));
  outbox?.follow(({ id, to, subject }) => console.log(`✉ ${to}: ${subject} (/dev/outbox/${id})`));
  worker.start();
  return {
    /** Lines for the terminal. */
    lines: [
      'Demo login: demo / bamboo-grove',
      ...(seeded ? [`An empty database was filled with ${seeded.counts.members} invented members.`] : []),
      `The data lies in ${dataPlace}`,
      outbox ? 'Mails lie in /dev/outbox' : 'Mails are sent to SMTP_URL',
    ],
    close,
    middleware(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const pathname = request.url?.split('?')[0] ?? '';
      if (apiPaths.test(pathname) || /^\/dev\/outbox(\/|$)/.test(pathname)) answer(request, response);
      else next();
    },
  };
}
