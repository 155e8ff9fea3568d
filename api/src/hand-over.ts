import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, request as sendRequest } from 'node:http';
import { connect, createServer, type Socket, type Server as SocketServer } from 'node:net';

// How one process takes the place of another at a Unix socket without an unanswered request (docs/decisions/0305). The newer one renames a socket of
// its own to the path, so new connections queue with it; the older one forwards what still comes over its old connections.

/** A process's turn at a socket. */
export interface SocketTurn {
  /** Fulfilled when the predecessor has closed the database, or has died; at once where there was none. */
  databaseClosed: Promise<void>;
  /** Fulfilled when a successor starts. */
  successorStarted: Promise<void>;
  /** Fulfilled with whether the successor, which has started, answers requests: false once it has died before. */
  successorReady(): Promise<boolean>;
  /** Tells the successor that the database is closed. */
  release(): void;
  /** Tells the predecessor that this process answers requests. */
  ready(): void;
}

/** Binds a server to a path, takes the path from the process that has it, and asks that to finish. */
export async function takeSocket(socketPath: string, server: Server): Promise<SocketTurn> {
  const control = `${socketPath}.next`;
  const predecessor = await connectTo(control);
  const successors: Socket[] = [];
  let isReady = false;
  let start = (): void => undefined;
  const successorStarted = new Promise<void>((resolve) => (start = resolve));
  const controlServer = createServer((successor) => {
    successor.on('error', () => successor.destroy());
    successors.push(successor);
    successor.once('data', start);
    // Or a predecessor that watches.
    if (isReady) successor.write('ready');
  });
  // Only this account may ask.
  await listenAt(controlServer, control, false);
  controlServer.unref();
  await listenAt(server, socketPath, true);
  predecessor?.write('take over');
  return {
    databaseClosed: predecessor ? once(predecessor, 'close').then(() => undefined) : Promise.resolve(),
    successorStarted,
    async successorReady() {
      const successor = await connectTo(control);
      if (successor === null) return false;
      const isAnswering = await Promise.race([
        once(successor, 'data').then(() => true),
        once(successor, 'close').then(() => false),
      ]).catch(() => false);
      successor.destroy();
      return isAnswering;
    },
    release: () => {
      for (const successor of successors) successor.destroy();
    },
    ready: () => {
      isReady = true;
      for (const peer of successors) peer.write('ready');
    },
  };
}

/** Connects to the process that has the socket; null where there is none. */
async function connectTo(control: string): Promise<Socket | null> {
  const socket = connect(control);
  try {
    await once(socket, 'connect');
  } catch {
    return null; // No file, or one that a dead process left.
  }
  // What ends it does not matter.
  socket.on('error', () => socket.destroy()).resume();
  return socket;
}

/** Listens under a name of its own and renames that: the path always leads to somebody. */
async function listenAt(server: Server | SocketServer, path: string, isPublic: boolean): Promise<void> {
  const own = `${path}.${randomUUID().slice(0, 8)}`;
  server.listen({ path: own, readableAll: isPublic, writableAll: isPublic });
  await once(server, 'listening');
  await rename(own, path);
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
    else response.writeHead(503, { 'Retry-After': '1', 'Content-Length': '0', Connection: 'close' }).end();
  });
  response.once('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

/** The names and values, one after the other, without those that are about the connection. */
function withoutHops(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !hopByHop.has((raw[index - (index % 2)] ?? '').toLowerCase()));
}
