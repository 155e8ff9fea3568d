import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

// The load generator process of `overload.ts`, separate so that it does not distort measurements. It writes prepared bytes to raw sockets
// and parses only the status and id of a response.

/** A load. Closed loop: each caller sends its next request after the response. Open loop: a fixed number of requests per second. */
export interface Load {
  port: number;
  targets: readonly string[];
  sessions: readonly string[];
  forMs: number;
  callers?: number;
  perSecond?: number;
  /** The pause between two requests of a caller. */
  pauseMs?: number;
  /** Connections opened in advance, like those of browsers and proxies; Node accepts one new connection per event-loop turn. */
  connections?: number;
}

export interface Answer {
  status: number;
  /** In milliseconds since 1970. */
  sentAt: number;
  ms: number;
  requestId: string;
}

export interface Sent {
  answers: Answer[];
  /** The generator's own event-loop delay in milliseconds, and its share of a processor. */
  lag: { p99: number; max: number };
  processor: number;
}

interface Connection {
  socket: Socket;
  end?: (answer: Pick<Answer, 'status' | 'requestId'>) => void;
  fail?: (error: Error) => void;
  received: Buffer;
}

const idle = new Map<number, Connection[]>();

/** Opens connections sequentially, each with a request, because the server soon closes idle new ones. */
async function openAll(port: number, count: number): Promise<void> {
  const free = idle.get(port) ?? [];
  const opened: Connection[] = [];
  while (free.length + opened.length < count) {
    const connection = open(port);
    opened.push(connection);
    await ask(port, requestFor(port, '/healthz'), connection);
    // Keeps it out of the pool, so that the next iteration opens another.
    idle.get(port)?.pop();
  }
  idle.set(port, [...free, ...opened]);
}

const requestFor = (port: number, target: string, session = '') =>
  Buffer.from(
    `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: sid=${session}\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n`,
  );

function open(port: number): Connection {
  const connection: Connection = { socket: connect(port, '127.0.0.1'), received: Buffer.alloc(0) };
  connection.socket.setNoDelay(true);
  connection.socket.on('data', (chunk) => read(port, connection, chunk));
  for (const event of ['error', 'close'] as const)
    connection.socket.on(event, () => {
      const free = idle.get(port) ?? [];
      if (free.includes(connection)) free.splice(free.indexOf(connection), 1);
      connection.fail?.(new Error('The server closed a connection.'));
    });
  return connection;
}

function read(port: number, connection: Connection, chunk: Buffer): void {
  connection.received =
    connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk]);
  const headEnd = connection.received.indexOf('\r\n\r\n');
  if (headEnd < 0) return;
  const head = connection.received.toString('latin1', 0, headEnd);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  if (Number.isNaN(length)) throw new Error(`An answer has no length:\n${head}`);
  if (connection.received.length < headEnd + 4 + length) return;
  connection.received = Buffer.alloc(0);
  const { end } = connection;
  connection.end = undefined;
  connection.fail = undefined;
  const free = idle.get(port) ?? [];
  idle.set(port, free);
  free.push(connection);
  end?.({ status: Number(head.slice(9, 12)), requestId: /\r\nx-request-id: (\S+)/i.exec(head)?.[1] ?? '' });
}

function ask(port: number, bytes: Buffer, connection = idle.get(port)?.pop() ?? open(port)): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    connection.end = (answer) =>
      resolve({ ...answer, sentAt: performance.timeOrigin + sentAt, ms: performance.now() - sentAt });
    connection.fail = reject;
    connection.socket.write(bytes);
  });
}

async function send(load: Load): Promise<Sent> {
  const { port, targets, sessions, forMs, callers, perSecond, pauseMs, connections = 0 } = load;
  await openAll(port, connections);
  const requests = sessions.flatMap((session) => targets.map((target) => requestFor(port, target, session)));
  // Mixes members and targets.
  const step = targets.length + 1;
  let turn = 0;
  const next = () => ask(port, requests[(turn += step) % requests.length] ?? Buffer.alloc(0));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const used = process.cpuUsage();
  const startedAt = performance.now();
  const passed = () => performance.now() - startedAt;
  const pending: Promise<Answer>[] = [];
  if (perSecond !== undefined) {
    while (passed() < forMs) {
      while (pending.length < (passed() / 1000) * perSecond) pending.push(next());
      await setTimeout(5);
    }
  } else {
    const one = async () => {
      while (passed() < forMs) {
        const answer = next();
        pending.push(answer);
        await answer;
        if (pauseMs) await setTimeout(pauseMs);
      }
    };
    await Promise.all(Array.from({ length: callers ?? 1 }, one));
  }
  const answers = await Promise.all(pending);
  const { user, system } = process.cpuUsage(used);
  delay.disable();
  const inMs = (nanoseconds: number) => Math.round(nanoseconds / 1e6);
  return {
    answers,
    lag: { p99: inMs(delay.percentile(99)), max: inMs(delay.max) },
    processor: (user + system) / 1000 / passed(),
  };
}

process.on('message', ({ id, load }: { id: number; load: Load }) => {
  void send(load).then((sent) => process.send?.({ id, sent }));
});
