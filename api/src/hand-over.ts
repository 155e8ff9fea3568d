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

// How one process takes the place of another at a Unix socket without an unanswered request (docs/decisions/0305). They talk in lines over a second
// socket, `….next`. The newer one says `give way PROCESS`, `alive` each second, and `ready SOCKET` once it answers requests at that socket. The older one
// says `closed`, or `refused WHY`, and gives the path to that socket: until then it leads to the older one, which goes on if nothing comes of it.

const aliveEvery = second;

/** How long a process that starts may say nothing. */
const longestSilence = 10 * second;

/** How long a process at work has for what it is answering. */
const longestClosing = 30 * second;

/** How long others are refused after a failed exchange: each makes requests wait, and a service that fails is started again at once. */
const refusedAfterFailure = 30 * second;

/** The process that serves at a path. */
export interface Predecessor {
  /**
   * Asks it to close the database. Fulfilled when it has, or has died.
   *
   * @throws HandOverRefused where it does not
   */
  closeDatabase(): Promise<void>;
  /**
   * Gives the path to a socket on which this process answers requests.
   *
   * @throws HandOverRefused where it may not
   */
  takePath(own: string): Promise<void>;
}

/** A process that is about to serve in the place of this one. */
export interface Successor {
  /** Tells it that the database is closed. */
  release(): void;
  /** Whether it serves now: false once it has died, or has said nothing for too long and was killed. */
  serves: Promise<boolean>;
}

/** Why the process at work keeps its place, as a sentence. */
export class HandOverRefused extends Error {
  override name = 'HandOverRefused';
}

/** Connects to the process that serves at a path; null where there is none. */
export async function findPredecessor(socketPath: string): Promise<Predecessor | null> {
  const socket = connect(controlPath(socketPath));
  try {
    await once(socket, 'connect');
  } catch {
    return null; // No file, or one that a dead process left.
  }
  // What ends it does not matter.
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
      // It is there still where the other has died.
      await rename(own, socketPath).catch(() => undefined);
    },
  };
}

/**
 * Serves at a path, once the predecessor has given it.
 *
 * @param exchange lets a successor serve; it returns where nothing came of that
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
        // Where the successor dies before it can be asked, nobody else may be either.
        void successor.serves.then((serves) => serves && control.close());
        void exchange(successor).then(() => {
          refusal = 'The last one that tried to take it failed less than half a minute ago.';
          globalThis.setTimeout(() => (refusal = null), refusedAfterFailure).unref();
        });
      }
      return successor?.receive(line);
    });
  });
  // Only this account may ask.
  await rename(await listenBeside(controlPath(socketPath), control, false), controlPath(socketPath));
  control.unref();
}

interface Listener {
  receive(line: string): void;
}

/** Follows what a successor says, and whether it goes on to say something. */
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

/** Names this process for others of the machine: containers count theirs anew. */
function processName(pid = process.pid): string {
  try {
    return `${readlinkSync('/proc/self/ns/pid')} ${pid}`;
  } catch {
    return `${pid}`; // Not Linux, which alone has several counts.
  }
}

/** Kills a process where its number is one of ours. */
function kill(name: string): void {
  const pid = Number(name.split(' ').at(-1));
  if (!pid || name !== processName(pid)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const controlPath = (socketPath: string) => `${socketPath}.next`;

/** Listens under a name of its own, which is renamed later: the path always leads to somebody. */
async function listenBeside(path: string, server: Server | SocketServer, isPublic: boolean): Promise<string> {
  const own = `${path}.${randomUUID().slice(0, 8)}`;
  server.listen({ path: own, readableAll: isPublic, writableAll: isPublic });
  await once(server, 'listening');
  return own;
}

/** How long an exchange waits for the rest of a body: whoever sends slowly must not keep all others waiting. */
const bodyPatience = 1.5 * second;

/**
 * Waits until no request under way needs the data. Not for whoever does not read the answer, and only for a moment for whoever still sends: these are told to
 * come again.
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

/** Tells a caller to ask again, on another connection. */
function comeAgain(response: ServerResponse): void {
  response.writeHead(503, { 'Retry-After': '1', 'Content-Length': '0', Connection: 'close' }).end();
}

const hopByHop = new Set(['connection', 'keep-alive']);

/** Forwards a request from a connection that is still open to the successor, and asks the caller to close the connection. */
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

/** The names and values, one after the other, without those that are about the connection. */
function withoutHops(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !hopByHop.has((raw[index - (index % 2)] ?? '').toLowerCase()));
}
