import { arch, cpus, hostname, platform, release, totalmem } from 'node:os';
import { Long } from 'bson';
import { check, documentList, int64Of } from '../input.ts';
import { type Session, sessionTimeoutMinutes } from '../sessions.ts';
import type { Document } from '../values/decode.ts';
import { maxDocumentSize } from '../values/encode.ts';
import type { Context, Handlers, Server } from './context.ts';

export const replicaSetName = 'embedded';
/** The MongoDB whose protocol is spoken. */
export const mongoVersion = '7.0.0';
const maxWireVersion = 21;
/** The most statements of one write command. */
export const maxWriteBatchSize = 100_000;
const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

function memberState(server: Server): Document {
  const host = server.host();
  const addresses = { hosts: [host], primary: host, me: host };
  return { setName: replicaSetName, isWritablePrimary: true, secondary: false, ...addresses };
}

const limits = { maxBsonObjectSize: maxDocumentSize, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize };

function hello({ server }: Context): Document {
  const versions = { minWireVersion: 0, maxWireVersion, logicalSessionTimeoutMinutes: sessionTimeoutMinutes };
  return {
    helloOk: true,
    ismaster: true,
    ...memberState(server),
    ...limits,
    ...versions,
    localTime: new Date(),
  };
}

function buildInfo(): Document {
  const versionArray = [...mongoVersion.split('.').map(Number), 0];
  const build = {
    gitVersion: 'embedded-mongo',
    modules: [],
    storageEngines: ['lmdb'],
    bits: 64,
    debug: false,
  };
  return { version: mongoVersion, versionArray, ...build, maxBsonObjectSize: maxDocumentSize };
}

/** What a server says of itself, and what it knows of sessions. */
export const serverCommands: Handlers = {
  hello,
  ismaster: hello,
  isMaster: hello,
  buildInfo,
  buildinfo: buildInfo,
  ping: () => {},
  connectionStatus: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }),
  hostInfo() {
    const cpu = { cpuAddrSize: 64, numCores: cpus().length, cpuArch: arch() };
    const memSizeMB = megabytes(totalmem());
    const os = { type: platform(), name: platform(), version: release() };
    return { system: { currentTime: new Date(), hostname: hostname(), memSizeMB, ...cpu }, os, extra: {} };
  },
  serverStatus({ server }) {
    const identity = { host: hostname(), version: mongoVersion, process: 'embedded-mongo' };
    const resident = megabytes(process.memoryUsage().rss);
    return {
      ...identity,
      pid: Long.fromNumber(process.pid),
      uptime: Math.floor((Date.now() - server.startedAt) / 1000),
      localTime: new Date(),
      connections: { current: server.connections(), available: 1_000_000 },
      opcounters: { ...server.counters },
      mem: { bits: 64, resident, virtual: resident, supported: true },
      metrics: { cursor: { open: { total: Long.fromNumber(server.cursors.size) } } },
      storageEngine: { name: 'lmdb', persistent: true, readOnly: false },
      repl: memberState(server),
    };
  },
  startSession: ({ server }) => server.sessions.start(),
  refreshSessions({ server, body }) {
    for (const lsid of documentList(body, 'refreshSessions')) server.sessions.use(lsid);
  },
  endSessions({ server, body }) {
    for (const lsid of documentList(body, 'endSessions')) server.sessions.end(lsid);
    server.cursors.sweep();
  },
};

function transactionOf({ name, session, body }: Context): [session: Session, number: bigint] {
  check(session && body.autocommit === false, 125, `${name} must be run within a transaction`);
  return [session, int64Of(body.txnNumber, 'txnNumber')];
}

export const transactionCommands: Handlers = {
  commitTransaction: (ctx) => ctx.server.sessions.commit(...transactionOf(ctx)),
  abortTransaction(ctx) {
    const [session, number] = transactionOf(ctx);
    ctx.server.sessions.current(session, number);
    ctx.server.sessions.abort(session);
  },
};
