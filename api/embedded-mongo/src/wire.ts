import type { Socket } from 'node:net';
import { type Document, decode } from './values/decode.ts';
import { encodeReply } from './values/encode.ts';
import { isDocument } from './values/types.ts';

const opCode = { reply: 1, query: 2004, message: 2013 } as const;
const flag = { checksum: 1, moreToCome: 2 } as const;
const headerSize = 16;
const maxMessageSize = 48_000_000;

/** What a client asked, and how the answer has to be written. */
interface Request {
  readonly id: number;
  readonly body: Document;
  readonly isLegacy: boolean;
  readonly wantsReply: boolean;
}

/** Serves one client: cuts its bytes into messages and answers them one after the other. */
export function serveConnection(socket: Socket, run: (body: Document) => Promise<Document>): void {
  let chunks: Buffer[] = [];
  let received = 0;
  /** How many bytes it takes to go on: those of a size, then those of a message. */
  let wanted = 4;
  let queue = Promise.resolve();
  // Bytes that are no message leave nothing to answer and no place to go on from.
  const fail = (): void => void socket.destroy();
  const answer = async (message: Buffer): Promise<void> => {
    const request = parseMessage(message);
    const reply = await run(request.body);
    if (request.wantsReply && !socket.destroyed) socket.write(writeReply(request, reply));
  };
  socket.setNoDelay(true);
  socket.on('error', fail);
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received < wanted) return;
    let bytes = chunks.length > 1 ? Buffer.concat(chunks) : chunk;
    for (wanted = 4; bytes.length >= wanted; wanted = 4) {
      wanted = bytes.readInt32LE(0);
      if (wanted < headerSize || wanted > maxMessageSize) return fail();
      if (bytes.length < wanted) break;
      const message = bytes.subarray(0, wanted);
      queue = queue.then(() => answer(message)).catch(fail);
      bytes = bytes.subarray(wanted);
    }
    chunks = bytes.length > 0 ? [bytes] : [];
    received = bytes.length;
  });
}

function parseMessage(message: Buffer): Request {
  const code = message.readInt32LE(12);
  const id = message.readInt32LE(4);
  if (code === opCode.query) return { id, isLegacy: true, wantsReply: true, body: parseOpQuery(message) };
  const flags = message.readUInt32LE(headerSize);
  // Bits 0 to 15 change the meaning of a message, so an unknown one must not be ignored.
  if (code !== opCode.message || flags & 0xffff & ~(flag.checksum | flag.moreToCome))
    throw new Error(`operation ${code} with flags ${flags} is not supported`);
  const end = message.length - (flags & flag.checksum ? 4 : 0);
  let body: Document = {};
  const sequences: Document = {};
  for (let at = headerSize + 4; at < end; ) {
    const kind = message.readUInt8(at++);
    const size = message.readInt32LE(at);
    if (kind === 0) body = decode(message, at);
    else if (kind === 1) Object.assign(sequences, parseSequence(message.subarray(at, at + size)));
    else throw new Error(`unknown section kind ${kind}`);
    at += size;
  }
  return {
    id,
    isLegacy: false,
    body: Object.assign(body, sequences),
    wantsReply: !(flags & flag.moreToCome),
  };
}

/** The documents that follow a command in a section of their own, by the name of their field. */
function parseSequence(section: Buffer): Document {
  const nameEnd = section.indexOf(0, 4);
  const documents: Document[] = [];
  for (let at = nameEnd + 1; at < section.length; at += section.readInt32LE(at))
    documents.push(decode(section, at));
  return { [section.toString('latin1', 4, nameEnd)]: documents };
}

/** Drivers greet a server they do not know with OP_QUERY on `<db>.$cmd`. */
function parseOpQuery(message: Buffer): Document {
  const nameEnd = message.indexOf(0, headerSize + 4);
  const [db] = message.toString('latin1', headerSize + 4, nameEnd).split('.');
  const query = decode(message, nameEnd + 9);
  return { ...(isDocument(query.$query) ? query.$query : query), $db: db };
}

let nextId = 1;

function writeReply({ id, isLegacy }: Request, reply: Document): Buffer {
  const bodyStart = headerSize + (isLegacy ? 20 : 5);
  const message = encodeReply(reply, bodyStart).fill(0, headerSize, bodyStart);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(nextId++ & 0x7fffffff, 4);
  message.writeInt32LE(id, 8);
  message.writeInt32LE(isLegacy ? opCode.reply : opCode.message, 12);
  // A legacy reply says that it may be waited for, and how many documents it holds.
  if (isLegacy) message.writeInt32LE(8, headerSize);
  if (isLegacy) message.writeInt32LE(1, headerSize + 16);
  return message;
}
