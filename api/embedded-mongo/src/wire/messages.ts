import { type Document, decode } from '../values/decode.ts';
import { encodeReply } from '../values/encode.ts';

const opCode = { reply: 1, query: 2004, message: 2013 } as const;
const flag = { checksum: 1, moreToCome: 2 } as const;
const headerSize = 16;

/** What a client asked. */
export interface Request {
  readonly id: number;
  readonly body: Document;
  /** How the answer has to be written. */
  readonly legacy: boolean;
  readonly wantsReply: boolean;
}

export class ProtocolError extends Error {}

/** Reads one whole message. */
export function parseMessage(message: Buffer): Request {
  const id = message.readInt32LE(4);
  switch (message.readInt32LE(12)) {
    case opCode.message:
      return parseOpMsg(message, id);
    case opCode.query:
      return parseOpQuery(message, id);
    default:
      throw new ProtocolError(`operation ${message.readInt32LE(12)} is not supported`);
  }
}

function parseOpMsg(message: Buffer, id: number): Request {
  const flags = message.readUInt32LE(headerSize);
  // Bits 0 to 15 change the meaning of a message, so an unknown one must not be ignored.
  if (flags & 0xffff & ~(flag.checksum | flag.moreToCome))
    throw new ProtocolError(`unknown required flags ${flags}`);
  const end = message.length - (flags & flag.checksum ? 4 : 0);
  let at = headerSize + 4;
  let body: Document | undefined;
  const sequences: [string, Document[]][] = [];
  while (at < end) {
    const kind = message[at++];
    const size = message.readInt32LE(at);
    if (kind === 0) body = decode(message, at);
    else if (kind === 1) sequences.push(parseSequence(message.subarray(at, at + size)));
    else throw new ProtocolError(`unknown section kind ${kind}`);
    at += size;
  }
  if (!body) throw new ProtocolError('a message without a body');
  for (const [name, documents] of sequences) body[name] = documents;
  return { id, body, legacy: false, wantsReply: !(flags & flag.moreToCome) };
}

function parseSequence(section: Buffer): [string, Document[]] {
  const nameEnd = section.indexOf(0, 4);
  const documents: Document[] = [];
  for (let at = nameEnd + 1; at < section.length; at += section.readInt32LE(at))
    documents.push(decode(section, at));
  return [section.toString('latin1', 4, nameEnd), documents];
}

/** Drivers greet a server they do not know with OP_QUERY on `<db>.$cmd`. */
function parseOpQuery(message: Buffer, id: number): Request {
  const nameEnd = message.indexOf(0, headerSize + 4);
  const ns = message.toString('latin1', headerSize + 4, nameEnd);
  const query = decode(message, nameEnd + 9);
  const inner = query.$query;
  const command = typeof inner === 'object' && inner !== null ? (inner as Document) : query; // a decoded document
  return { id, body: { ...command, $db: ns.slice(0, ns.indexOf('.')) }, legacy: true, wantsReply: true };
}

let nextId = 1;

/** Writes the answer to a request. */
export function writeReply(request: Request, reply: Document): Buffer {
  const message = encodeReply(reply, headerSize + (request.legacy ? 20 : 5));
  message.fill(0, headerSize, headerSize + (request.legacy ? 20 : 5));
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(nextId++ & 0x7fffffff, 4);
  message.writeInt32LE(request.id, 8);
  message.writeInt32LE(request.legacy ? opCode.reply : opCode.message, 12);
  if (request.legacy) {
    message.writeInt32LE(8, headerSize);
    message.writeInt32LE(1, headerSize + 16);
  }
  return message;
}
