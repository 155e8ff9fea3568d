import { arch, cpus, hostname, platform, release, totalmem } from 'node:os';
import { Long } from 'bson';
import { check, documentList } from '../input.ts';
import { type Session, sessionTimeoutMinutes } from '../sessions.ts';
import type { Document } from '../values/decode.ts';
import { maxDocumentSize } from '../values/encode.ts';
import type { Context, Handlers } from './context.ts';

export const replicaSetName = 'embedded';
/** The MongoDB version that the server is compatible with. */
export const mongoVersion = '7.0.0';
const maxWireVersion = 21;
/** The maximum number of statements in a write command. */
export const maxWriteBatchSize = 100_000;
const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

const limits = { maxBsonObjectSize: maxDocumentSize, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize };
const versions = { minWireVersion: 0, maxWireVersion, logicalSessionTimeoutMinutes: sessionTimeoutMinutes };

/** The greeting for drivers: a replica set of one member. */
function hello({ server: { host } }: Context): Document {
  const member = { setName: replicaSetName, hosts: [host], primary: host, me: host, secondary: false };
  const isPrimary = { helloOk: true, isWritablePrimary: true, ismaster: true };
  return { ...isPrimary, ...member, ...limits, ...versions, localTime: new Date() };
}

function buildInfo(): Document {
  const versionArray = [...mongoVersion.split('.').map(Number), 0];
  const build = { gitVersion: 'embedded-mongo', modules: [], storageEngines: ['lmdb'], debug: false };
  return { version: mongoVersion, versionArray, ...build, bits: 64, maxBsonObjectSize: maxDocumentSize };
}

/** Commands about the server and its sessions. */
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
    const machine = { hostname: hostname(), memSizeMB: megabytes(totalmem()) };
    const system = { currentTime: new Date(), ...machine, ...cpu };
    return { system, os: { type: platform(), name: platform(), version: release() }, extra: {} };
  },
  serverStatus({ server }) {
    const resident = megabytes(process.memoryUsage().rss);
    return {
      host: hostname(),
      version: mongoVersion,
      process: 'embedded-mongo',
      pid: Long.fromNumber(process.pid),
      uptime: Math.floor((Date.now() - server.startedAt.getTime()) / 1000),
      localTime: new Date(),
      connections: { current: server.sockets.size, available: 1_000_000 },
      opcounters: { ...server.counters },
      mem: { bits: 64, resident, virtual: resident },
      storageEngine: { name: 'lmdb', persistent: true },
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

function transactionOf({ name, session, body, txnNumber }: Context): [session: Session, number: bigint] {
  const isNumbered = txnNumber !== undefined && body.autocommit === false;
  check(session && isNumbered, 125, () => `${name} must be run within a transaction`);
  return [session, txnNumber];
}

export const transactionCommands: Handlers = {
  commitTransaction: (ctx) => ctx.server.sessions.commit(...transactionOf(ctx)),
  abortTransaction: (ctx) => ctx.server.sessions.current(...transactionOf(ctx)).end(),
};
