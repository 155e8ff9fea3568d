import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, request as sendRequest } from 'node:http';
import { connect, createServer, type Socket, type Server as SocketServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { second } from './clock.ts';
import { startDeadline } from './patience.ts';

// Hands a Unix socket over from one process to the next without dropping a request (docs/decisions/0305). They exchange lines over a
// second socket, `….next`. The successor sends `give way PROCESS`, `alive` each second, and `ready SOCKET` once it serves at that socket.
// The predecessor sends `closed` or `refused WHY`, and renames that socket to the public path. If that fails, it keeps serving.

const aliveEvery = second;

/** How long a successor may stay silent before the predecessor kills it. */
const longestSilence = 10 * second;

/** How long a predecessor may take to finish its open requests. */
const longestClosing = 30 * second;

/** A backoff after a failed hand-over: each attempt delays requests, and a supervisor restarts a failing service at once. */
const refusedAfterFailure = 30 * second;

/** The process that serves at a path, seen from its successor. */
export interface Predecessor {
  /**
   * Asks the predecessor to close the database. Resolves when it has done so or has died.
   *
   * @throws {HandOverRefused} when the predecessor refuses
   */
  closeDatabase(): Promise<void>;
  /**
   * Moves the path to a socket on which this process already serves.
   *
   * @throws {HandOverRefused} when the predecessor refuses
   */
  takePath(own: string): Promise<void>;
}

/** A process that is about to replace this one. */
export interface Successor {
  /** Reports that the database is closed. */
  release(): void;
  /** Whether the successor serves: false once it has died, or has been killed for its silence. */
  serves: Promise<boolean>;
}

/** Why the running process keeps its socket, as a sentence. */
export class HandOverRefused extends Error {
  override name = 'HandOverRefused';
}

/** Connects to the process that serves at a path; null when there is none. */
export async function findPredecessor(socketPath: string): Promise<Predecessor | null> {
  const socket = connect(controlPath(socketPath));
  try {
    await once(socket, 'connect');
  } catch {
    return null; // The socket does not exist, or a dead process left it behind.
  }
  // The cause of the disconnection does not matter.
  socket.on('error', () => socket.destroy());
  const lines = createInterface({ input: socket });
  const closed = once(lines, 'close').then(() => '');
  const answered = Promise.race([once(lines, 'line').then(String), closed]);
  const heartbeat = setInterval(() => socket.write('alive\n'), aliveEvery);
  void closed.then(() => clearInterval(heartbeat));
  const ask = async (line: string) => {
    socket.write(`${line}\n`);
    const silence = new Promise<string>((resolve) => {
      const inTime = startDeadline(longestClosing, () =>
        resolve('refused It does not answer. End it first.'),
      );
      void answered.then(inTime);
    });
    const [, why] = /^refused (.+)/.exec(await Promise.race([answered, silence])) ?? [];
    if (why === undefined) return;
    socket.destroy();
    throw new HandOverRefused(`The process that serves at ${socketPath} keeps its place. ${why}`);
  };
  return {
    closeDatabase: () => ask(`give way ${processName()}`),
    async takePath(own) {
      await ask(`ready ${own}`);
      await closed;
      // Still needed when the predecessor died before renaming.
      await rename(own, socketPath).catch(() => undefined);
    },
  };
}

/**
 * Serves at a path, after the predecessor has handed it over.
 *
 * @param exchange lets a successor take over; returns when the hand-over failed
 */
export async function serveAt(
  socketPath: string,
  server: Server,
  predecessor: Predecessor | null,
  exchange: (successor: Successor) => Promise<void>,
): Promise<void> {
  const own = await listenBeside(socketPath, server, true);
  if (predecessor) await predecessor.takePath(own);
  else await rename(own, socketPath);
  let refusal: string | null = null;
  const control = createServer((socket) => {
    let successor: (Successor & Listener) | null = null;
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).on('line', (line) => {
      if (line !== 'alive' && !successor) {
        if (refusal !== null) return socket.end(`refused ${refusal}\n`);
        refusal = 'Another one is taking it at this moment.';
        successor = follow(socket, socketPath);
        // A successor may die before anything can be asked of it, so the control socket stays open until one serves.
        void successor.serves.then((serves) => serves && control.close());
        void exchange(successor).then(() => {
          refusal = 'The last one that tried to take it failed less than half a minute ago.';
          globalThis.setTimeout(() => (refusal = null), refusedAfterFailure).unref();
        });
      }
      return successor?.receive(line);
    });
  });
  // Only this operating-system account may connect.
  await rename(await listenBeside(controlPath(socketPath), control, false), controlPath(socketPath));
  control.unref();
}

interface Listener {
  receive(line: string): void;
}

/** Handles a successor's lines, and kills it when it falls silent. */
function follow(socket: Socket, socketPath: string): Successor & Listener {
  let name = '';
  let inTime = (): void => undefined;
  let decide = (_serves: boolean): void => undefined;
  const serves = new Promise<boolean>((resolve) => (decide = resolve));
  socket.once('close', () => {
    inTime();
    decide(false);
  });
  return {
    serves,
    release: () => void socket.write('closed\n'),
    receive(line) {
      inTime();
      inTime = startDeadline(longestSilence, () => {
        kill(name);
        socket.destroy();
      });
      const [, verb, word = ''] = /^(give way|ready|alive) ?(.*)$/.exec(line) ?? [];
      if (verb === 'give way') name = word;
      if (verb !== 'ready') return;
      void rename(word, socketPath).then(
        () => {
          decide(true);
          socket.end();
        },
        () => socket.destroy(),
      );
    },
  };
}

/** Identifies this process together with its PID namespace: each container numbers its processes anew. */
function processName(pid = process.pid): string {
  try {
    return `${readlinkSync('/proc/self/ns/pid')} ${pid}`;
  } catch {
    return `${pid}`; // Other systems have no PID namespaces.
  }
}

/** Kills a process if it runs in our PID namespace. */
function kill(name: string): void {
  const pid = Number(name.split(' ').at(-1));
  if (!pid || name !== processName(pid)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

const controlPath = (socketPath: string) => `${socketPath}.next`;

/** Listens under a temporary name that is renamed later, so that the public path always leads to a live server. */
async function listenBeside(path: string, server: Server | SocketServer, isPublic: boolean): Promise<string> {
  const own = `${path}.${randomUUID().slice(0, 8)}`;
  server.listen({ path: own, readableAll: isPublic, writableAll: isPublic });
  await once(server, 'listening');
  return own;
}

/** How long a hand-over waits for the rest of a request body, so that slow uploads do not delay everybody. */
const bodyPatience = 1.5 * second;

/**
 * Waits until no open request needs the database. Skips clients that do not read their response, and waits only `sendingPatience`
 * milliseconds for clients that are still sending: those get a 503 and retry.
 */
export async function finishRequests(
  underWay: ReadonlySet<ServerResponse>,
  patience: number,
  sendingPatience = bodyPatience,
): Promise<void> {
  const startedAt = performance.now();
  const needsData = ({ req, writableEnded, writableNeedDrain }: ServerResponse) =>
    !writableEnded &&
    !writableNeedDrain &&
    performance.now() - startedAt < (req.complete ? patience : Math.min(sendingPatience, patience));
  while ([...underWay].some(needsData)) await wait(5);
  for (const response of underWay) if (!response.req.complete && !response.headersSent) comeAgain(response);
}

/** Sends a 503 that makes the client retry on a new connection. */
function comeAgain(response: ServerResponse): void {
  response.writeHead(503, { 'Retry-After': '1', 'Content-Length': '0', Connection: 'close' }).end();
}

const hopByHop = new Set(['connection', 'keep-alive']);

/** Proxies a request from an old connection to the successor, and asks the client to close the connection. */
export function forward(request: IncomingMessage, response: ServerResponse, socketPath: string): void {
  const { method, url: path, rawHeaders } = request;
  const forwarded = sendRequest({ socketPath, method, path, headers: withoutHops(rawHeaders), agent: false });
  forwarded.on('response', (answer) => {
    const { statusCode = 502, statusMessage } = answer;
    const headers = [...withoutHops(answer.rawHeaders), 'Connection', 'close'];
    response.writeHead(statusCode, statusMessage, headers);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  forwarded.on('error', () => {
    if (response.headersSent) response.destroy();
    else comeAgain(response);
  });
  response.once('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

/** Raw headers (names and values alternate) without the hop-by-hop ones. */
function withoutHops(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !hopByHop.has((raw[index - (index % 2)] ?? '').toLowerCase()));
}
