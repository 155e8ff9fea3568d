import http from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import mongoose from 'mongoose';

/** A recorded request and its response. */
export interface Exchange {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  status: number;
  answerHeaders: http.IncomingHttpHeaders;
  answer: Buffer;
}

interface Proxy {
  port: number;
  close(): void;
}

const listening = (server: http.Server | ReturnType<typeof createServer>): Promise<Proxy> =>
  new Promise((resolve) =>
    server.listen(0, 'localhost', () =>
      // Safe: the server listens on a TCP port.
      resolve({ port: (server.address() as AddressInfo).port, close: () => server.close() }),
    ),
  );

/** A recording proxy between browser and server. */
export async function recordExchanges(target: number): Promise<Proxy & { take(): Exchange[] }> {
  const exchanges: Exchange[] = [];
  const server = http.createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const sent: Buffer[] = [];
    request.on('data', (chunk: Buffer) => sent.push(chunk));
    const onward = http.request({ port: target, host: 'localhost', method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      const parts: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => parts.push(chunk));
      answer.on('end', () =>
        exchanges.push({
          method,
          url,
          headers,
          body: Buffer.concat(sent),
          status: answer.statusCode ?? 500,
          answerHeaders: answer.headers,
          answer: Buffer.concat(parts),
        }),
      );
      answer.pipe(response);
    });
    // The browser has cancelled the request by leaving the page.
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  return { ...(await listening(server)), take: () => exchanges.splice(0) };
}

const looking = new Set([
  'find',
  'aggregate',
  'getMore',
  'count',
  'distinct',
  'update',
  'delete',
  'insert',
  'findAndModify',
]);
const headerBytes = 16;
/** Offset after the header, the flags and the section kind of an OP_MSG. */
const bodyAt = headerBytes + 5;

/** A proxy between server and database that counts commands and waves: commands sent before the next answer arrives. */
export async function countCommands(
  target: URL,
): Promise<Proxy & { take(): { commands: number; waves: number } }> {
  let [commands, waves] = [0, 0];
  const open = new Set<number>();
  const server = createServer((socket) => {
    const database = connect(Number(target.port), target.hostname);
    eachMessage(socket, (message) => {
      const [name = ''] = Object.keys(
        mongoose.mongo.BSON.deserialize(message.subarray(bodyAt, firstEnd(message))),
      );
      if (!looking.has(name)) return;
      if (open.size === 0) waves += 1;
      commands += 1;
      open.add(message.readInt32LE(4));
    });
    eachMessage(database, (message) => void open.delete(message.readInt32LE(8)));
    socket.pipe(database).pipe(socket);
    for (const end of [socket, database]) end.on('error', () => (socket.destroy(), database.destroy()));
  });
  return {
    ...(await listening(server)),
    take() {
      const taken = { commands, waves };
      [commands, waves] = [0, 0];
      return taken;
    },
  };
}

const firstEnd = (message: Buffer) => bodyAt + message.readInt32LE(bodyAt);

/** Splits a stream into wire protocol messages, each prefixed with its length. */
function eachMessage(stream: NodeJS.ReadableStream, hear: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headerBytes && rest.length >= rest.readInt32LE(0)) {
      const message = rest.subarray(0, rest.readInt32LE(0));
      rest = rest.subarray(message.length);
      const opMessage = 2013;
      if (message.readInt32LE(12) === opMessage) hear(message);
    }
  });
}
