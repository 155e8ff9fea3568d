import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import mongoose from 'mongoose';

/** A bare route: sends these commands, each wave concurrently, and responds with this body. */
export interface BareRoute {
  address: string;
  waves: Array<Array<Record<string, unknown>>>;
  body: unknown;
}

type FindCommand = mongoose.mongo.FindOptions & {
  find?: unknown;
  filter?: object;
  $readPreference?: unknown;
};

// `bare-server.ts URI FILE`: Koa and the driver alone, with the routes of a file, as the baseline for the API. It loads the session and
// the response's data, without validation or decisions.
const [, , uri = '', file = ''] = process.argv;
const { EJSON } = mongoose.mongo.BSON;
// Safe: scale.ts wrote the file.
const routes = EJSON.parse(await readFile(file, 'utf8')) as BareRoute[];
const byAddress = new Map(routes.map((route) => [route.address, route]));

const client = await mongoose.mongo.MongoClient.connect(uri);
const db = client.db();
const app = new Koa();
app.use(async (ctx) => {
  const route = byAddress.get(ctx.url);
  if (!route) return;
  for (const wave of route.waves) await Promise.all(wave.map(send));
  ctx.body = route.body;
});

/** Sends a command as applications do: a find as a cursor that is read completely, anything else as a command. */
function send(command: Record<string, unknown>): Promise<unknown> {
  const { find, filter, $readPreference: _, ...options } = command as FindCommand;
  if (typeof find !== 'string') return db.command(command);
  return db
    .collection(find)
    .find(filter ?? {}, options)
    .toArray();
}

const server = app.listen(0, '127.0.0.1', () => {
  // Safe: the server listens on a port.
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void client.close());
});
