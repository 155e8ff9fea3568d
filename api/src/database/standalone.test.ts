import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import mongoose from 'mongoose';
import { expect, it } from 'vitest';
import { createModels } from '../resources/models.ts';
import { DatabaseError, openDatabase } from './database.ts';

const { BSON } = mongoose.mongo;
const opReply = 1;
const opQuery = 2004;
const opMessage = 2013;

/** The greeting of a MongoDB without a replica set: sessions, but no `setName`. */
const hello = {
  ok: 1,
  isWritablePrimary: true,
  ismaster: true,
  helloOk: true,
  minWireVersion: 0,
  maxWireVersion: 25,
};

/** Answers every message of the driver with the same greeting, in the message's format. */
function greet(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.on('data', (message: Buffer) => {
    const requestId = message.readInt32LE(4);
    const asked = message.readInt32LE(12);
    const document = Buffer.from(
      BSON.serialize({ ...hello, localTime: new Date(), maxBsonObjectSize: 16_777_216 }),
    );
    // OP_MSG: flags and section kind; OP_REPLY: flags, cursor, start and number of documents.
    const start = Buffer.alloc(asked === opMessage ? 5 : 20);
    if (asked === opQuery) start.writeInt32LE(1, 16);
    const header = Buffer.alloc(16);
    header.writeInt32LE(16 + start.length + document.length, 0);
    header.writeInt32LE(requestId, 8);
    header.writeInt32LE(asked === opMessage ? opMessage : opReply, 12);
    socket.write(Buffer.concat([header, start, document]));
  });
}

it('refuses a server without transactions (D35)', async () => {
  const sockets = new Set<Socket>();
  const standalone = createServer((socket) => {
    sockets.add(socket);
    greet(socket);
  });
  await new Promise<void>((resolve) => standalone.listen(0, '127.0.0.1', resolve));
  // Safe: the server listens on a port.
  const { port } = standalone.address() as AddressInfo;
  const error: unknown = await openDatabase(
    `mongodb://127.0.0.1:${port}/frens?directConnection=true`,
    createModels,
  ).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(String(error)).toContain('no transactions');
  for (const socket of sockets) socket.destroy();
  standalone.close();
});
