import { arch, cpus, hostname, platform, release, totalmem } from 'node:os';
import { Long, ObjectId, Timestamp } from 'bson';
import { badValue } from '../errors.ts';
import { sessionTimeoutMinutes } from '../sessions.ts';
import type { Document } from '../values/decode.ts';
import { maxDocumentSize } from '../values/encode.ts';
import type { Context, Handler } from './context.ts';

export const replicaSetName = 'embedded';
/** The MongoDB whose protocol is spoken. */
const mongoVersion = '8.0.0';
const maxWireVersion = 25;
const electionId = new ObjectId('7fffffff0000000000000001');

export const hello: Handler = (ctx) => {
  const host = ctx.server.host();
  const isLegacy = ctx.name !== 'hello';
  return {
    helloOk: true,
    ...(isLegacy ? { ismaster: true } : { isWritablePrimary: true }),
    secondary: false,
    setName: replicaSetName,
    setVersion: 1,
    hosts: [host],
    primary: host,
    me: host,
    electionId,
    maxBsonObjectSize: maxDocumentSize,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: sessionTimeoutMinutes,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion,
    readOnly: false,
    lastWrite: {
      opTime: { ts: new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 }), t: Long.ONE },
      lastWriteDate: new Date(),
    },
    ok: 1,
  };
};

export const ping: Handler = () => ({ ok: 1 });

export const buildInfo: Handler = () => ({
  version: mongoVersion,
  versionArray: [8, 0, 0, 0],
  gitVersion: 'embedded-mongo',
  modules: [],
  allocator: 'system',
  javascriptEngine: 'none',
  sysInfo: 'deprecated',
  storageEngines: ['lmdb'],
  bits: 64,
  debug: false,
  maxBsonObjectSize: maxDocumentSize,
  ok: 1,
});

export const serverStatus: Handler = (ctx) => {
  const { server } = ctx;
  const memory = process.memoryUsage();
  const uptime = Math.floor((Date.now() - server.startedAt) / 1000);
  return {
    host: hostname(),
    version: mongoVersion,
    process: 'embedded-mongo',
    pid: Long.fromNumber(process.pid),
    uptime,
    uptimeMillis: Long.fromNumber(Date.now() - server.startedAt),
    localTime: new Date(),
    connections: { current: server.connections(), available: 1_000_000 },
    opcounters: { ...server.counters },
    mem: {
      bits: 64,
      resident: Math.round(memory.rss / 1_048_576),
      virtual: Math.round(memory.rss / 1_048_576),
      supported: true,
    },
    metrics: { cursor: { open: { total: Long.fromNumber(server.cursors.size) } } },
    storageEngine: { name: 'lmdb', supportsCommittedReads: true, persistent: true, readOnly: false },
    repl: {
      setName: replicaSetName,
      isWritablePrimary: true,
      secondary: false,
      hosts: [server.host()],
      primary: server.host(),
      me: server.host(),
    },
    ok: 1,
  };
};

export const hostInfo: Handler = () => ({
  system: {
    currentTime: new Date(),
    hostname: hostname(),
    cpuAddrSize: 64,
    memSizeMB: Math.round(totalmem() / 1_048_576),
    numCores: cpus().length,
    cpuArch: arch(),
  },
  os: { type: platform(), name: platform(), version: release() },
  extra: {},
  ok: 1,
});

export const connectionStatus: Handler = () => ({
  authInfo: { authenticatedUsers: [], authenticatedUserRoles: [], authenticatedUserPrivileges: [] },
  ok: 1,
});

export const replSetGetStatus: Handler = (ctx) => ({
  set: replicaSetName,
  date: new Date(),
  myState: 1,
  members: [{ _id: 0, name: ctx.server.host(), health: 1, state: 1, stateStr: 'PRIMARY', self: true }],
  ok: 1,
});

export const getParameter: Handler = (ctx) => {
  const known: Document = { featureCompatibilityVersion: { version: '8.0' } };
  const wanted = Object.keys(ctx.body).filter((name) => name in known);
  if (wanted.length === 0 && ctx.body.getParameter !== '*') throw badValue('no option found to get');
  return {
    ...Object.fromEntries(
      (ctx.body.getParameter === '*' ? Object.keys(known) : wanted).map((name) => [name, known[name]]),
    ),
    ok: 1,
  };
};

export const getLog: Handler = () => ({ totalLinesWritten: 0, log: [], ok: 1 });
export const whatsmyuri: Handler = () => ({ you: '127.0.0.1:0', ok: 1 });

export const startSession: Handler = (ctx) => ({ ...ctx.server.sessions.start(), ok: 1 });

export const refreshSessions: Handler = (ctx) => {
  forEachSession(ctx, (lsid) => void ctx.server.sessions.use(lsid));
  return { ok: 1 };
};

export const endSessions: Handler = (ctx) => {
  forEachSession(ctx, (lsid) => ctx.server.sessions.end(lsid));
  ctx.server.cursors.sweep();
  return { ok: 1 };
};

function forEachSession(ctx: Context, run: (lsid: unknown) => void): void {
  const list = ctx.body[ctx.name];
  if (!Array.isArray(list)) throw badValue(`${ctx.name} needs a list of sessions`);
  for (const lsid of list) run(lsid);
}
