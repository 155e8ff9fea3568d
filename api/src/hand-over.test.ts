import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { finishRequests } from './hand-over.ts';

/** A server with known open requests, and a client that sends raw ones. */
async function serve(listener: RequestListener) {
  const underWay = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // Safe: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const send = async (text: string) => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const before = underWay.size;
    socket.write(text);
    while (underWay.size === before) await setTimeout(1);
    return socket;
  };
  return { underWay, send };
}

const upload = (bytes: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\nabc`;

async function measure(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work;
  return performance.now() - startedAt;
}

it('waits for running requests, and only briefly for incomplete bodies', async () => {
  const { underWay, send } = await serve((request, response) => {
    request.resume().once('end', () => void setTimeout(150).then(() => response.end('done')));
  });
  const [honest, slow] = [await send(upload(9)), await send(upload(900))];
  const trickle = setInterval(() => slow.write('x'), 60);
  onTestFinished(() => clearInterval(trickle));
  const answers = Promise.all([honest, slow].map((socket) => once(socket, 'data')));
  const waited = measure(finishRequests(underWay, 5_000, 100));
  await setTimeout(20);
  honest.write('def123');
  expect(await waited).toBeGreaterThan(140);
  expect(await waited).toBeLessThan(1_000);
  const [[ofHonest], [ofSlow]] = (await answers) as [[string], [string]];
  expect(ofHonest).toMatch(/^HTTP\/1\.1 200 /);
  expect(ofSlow).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: 1\r\n/);
});

it('waits neither for clients that do not read, nor beyond its deadline', async () => {
  const { underWay, send } = await serve((request, response) => {
    if (request.url === '/large') response.write('x'.repeat(20_000_000));
  });
  const large = await send('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  large.pause();
  expect(await measure(finishRequests(underWay, 5_000, 100))).toBeLessThan(1_000);
  await send('GET /hangs HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await measure(finishRequests(underWay, 200, 100))).toBeGreaterThan(190);
});
