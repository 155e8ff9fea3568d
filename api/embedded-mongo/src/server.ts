import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { finishIndex } from './commands/collections.ts';
import type { Server as SharedState } from './commands/context.ts';
import { runCommand } from './commands/index.ts';
import { Cursors } from './cursors.ts';
import { Engine } from './engine.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { listen } from './listening.ts';
import { Sessions } from './sessions.ts';
import { MessageBudget, serveConnection } from './wire.ts';

export interface ServerOptions extends Partial<Limits> {
  readonly dataDir: string;
  /** A loopback port, which every user of the machine can reach; 0 picks a free one. */
  readonly port?: number | undefined;
  /** A Unix socket instead of the data folder's own. */
  readonly socketPath?: string | undefined;
  /** The maximum age of an open transaction, the idle time of a cursor, and the interval of the TTL job. */
  readonly transactionLifetimeMs?: number;
  readonly cursorTimeoutMs?: number;
  readonly ttlIntervalMs?: number;
  /** False does not wait for the disk: faster, for data that may be lost with the machine, such as in tests. */
  readonly flush?: boolean;
}

/**
 * Starts a server in this thread.
 *
 * @param onCommit see `Engine`
 */
export async function serve(
  options: ServerOptions,
  onCommit?: ((changes: Uint8Array<ArrayBuffer>) => void) | null,
) {
  const limits: Limits = { ...defaultLimits, ...options };
  const engine = new Engine(options.dataDir, options.flush, onCommit);
  const sessions = new Sessions(engine, limits.maxSessions);
  const cursors = new Cursors(limits);
  const messages = new MessageBudget(limits.maxMessageBytes);
  const sockets = new Set<Socket>();
  const { listener, place } = await listen(options, limits.maxConnections, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, (body) => runCommand(shared, body), messages, limits.messageTimeoutMs);
  }).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const { uri, host, socketFolder } = place;
  engine.store.lock.announce({ uri, socketFolder });
  const state = { startedAt: new Date(), host, sockets, counters: {} };
  const shared: SharedState = { engine, sessions, cursors, ...state };
  const stopping = new AbortController();
  const { signal } = stopping;
  const repeat = async (ms: number, task: () => unknown): Promise<void> => {
    while (!signal.aborted)
      await wait(ms, undefined, { signal })
        .then(task)
        .catch((error: unknown) => {
          if (!signal.aborted) console.error('embedded-mongo: a task of the background failed', error);
        });
  };
  const { pending } = engine;
  const pendingAtStart = pending?.list();
  void finishWork(shared);
  void repeat(1000, () => sessions.sweep(options.transactionLifetimeMs ?? 60_000));
  void repeat(1000, () => cursors.sweep(options.cursorTimeoutMs ?? 600_000));
  void repeat(300_000, () => sessions.forgetOldRecords());
  void repeat(options.ttlIntervalMs ?? 60_000, () => removeExpired(shared));
  return {
    uri,
    pending: pendingAtStart,
    take: (number: number) => pending?.take(number),
    async close() {
      stopping.abort();
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      if (socketFolder) rmSync(socketFolder, { recursive: true, force: true });
      sessions.sweep(0, Number.POSITIVE_INFINITY);
      await engine.close();
    },
  };
}

/** Finishes work that a crash interrupted: builds indexes and frees dropped data. */
async function finishWork({ engine }: SharedState): Promise<void> {
  const unfinished = engine.catalog.all().flatMap((collection) => {
    const indexes = collection.indexes.filter(({ building }) => building);
    return indexes.map((index) => finishIndex(engine, collection, index));
  });
  const tasks = [...unfinished, engine.catalog.collectGarbage()];
  // A failing build removes its index; one that a shutdown interrupts is completed at the next start.
  await Promise.allSettled(tasks.map((task) => engine.write(task)));
}

/** Removes expired documents (TTL indexes). */
async function removeExpired(shared: SharedState): Promise<void> {
  for (const { db, name, indexes } of shared.engine.catalog.all()) {
    for (const { fields, expireAfterSeconds, partialFilter = {}, building, spec } of indexes) {
      if (!fields[0] || expireAfterSeconds === undefined || building) continue;
      const expired = { [fields[0].path]: { $lte: new Date(Date.now() - expireAfterSeconds * 1000) } };
      const deletes = [{ q: { $and: [expired, partialFilter] }, limit: 0, collation: spec.collation }];
      const { ok, errmsg } = await runCommand(shared, { delete: name, deletes, $db: db });
      if (!ok) throw new Error(`cannot remove what has expired in ${db}.${name}: ${String(errmsg)}`);
    }
  }
}
