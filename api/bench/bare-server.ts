import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import mongoose from 'mongoose';

/** What a bare route does: send these commands, each group side by side, and answer with this. */
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

// `bare-server.ts URI FILE`: Koa and the driver alone, with the routes that a file describes. It is what the API is
// compared with: it looks up the session and reads what the answer needs, and checks and decides nothing.
const [, , uri = '', file = ''] = process.argv;
const { EJSON } = mongoose.mongo.BSON;
// True because scale.ts wrote it.
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

/** As one writes it with the driver: a find is a cursor that is read whole, all else a command. */
function send(command: Record<string, unknown>): Promise<unknown> {
  const { find, filter, $readPreference: _, ...options } = command as FindCommand;
  if (typeof find !== 'string') return db.command(command);
  return db
    .collection(find)
    .find(filter ?? {}, options)
    .toArray();
}

const server = app.listen(0, '127.0.0.1', () => {
  // True because the server listens on a port.
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void client.close());
});
