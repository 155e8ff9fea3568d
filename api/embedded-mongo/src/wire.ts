import type { Socket } from 'node:net';
import { type Document, decode } from './values/decode.ts';
import { encodeReply } from './values/encode.ts';
import { isDocument } from './values/types.ts';

const opCode = { reply: 1, query: 2004, message: 2013 } as const;
const flag = { checksum: 1, moreToCome: 2 } as const;
const headerSize = 16;
const maxMessageSize = 48_000_000;

/** A client's request, and the format of its reply. */
interface Request {
  readonly id: number;
  readonly body: Document;
  readonly isLegacy: boolean;
  readonly wantsReply: boolean;
}

/** Messages up to this size are buffered freely; larger ones share a budget across connections. */
const smallMessage = 65_536;

/** A semaphore over the bytes of large messages. */
export class MessageBudget {
  private free: number;
  private readonly waiting: { readonly size: number; readonly go: () => void }[] = [];

  constructor(bytes: number) {
    // A message of the maximum size always fits.
    this.free = Math.max(bytes, maxMessageSize);
  }

  take(size: number): Promise<void> {
    return new Promise((go) => {
      this.waiting.push({ size, go });
      this.serve();
    });
  }

  give(size: number): void {
    this.free += size;
    this.serve();
  }

  private serve(): void {
    for (let [next] = this.waiting; next && next.size <= this.free; [next] = this.waiting) {
      this.waiting.shift();
      this.free -= next.size;
      next.go();
    }
  }
}

/** A large message being received; it holds its share of the budget until it is answered. */
interface LargeMessage {
  readonly bytes: Buffer;
  received: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Serves one client: splits its bytes into messages and answers them in sequence. Backpressure: it stops reading while the client does
 * not read replies, and buffers little meanwhile.
 */
export function serveConnection(
  socket: Socket,
  run: (body: Document) => Promise<Document>,
  budget: MessageBudget,
  messageTimeoutMs: number,
): void {
  let unread: Buffer = Buffer.alloc(0);
  let large: LargeMessage | undefined;
  let isBusy = false;
  // Invalid bytes cannot be answered, and there is no position to resume at.
  const fail = (): void => void socket.destroy();
  const forget = (): void => {
    if (!large) return;
    clearTimeout(large.timer);
    budget.give(large.bytes.length);
    large = undefined;
  };
  const answer = async (message: Buffer): Promise<void> => {
    const request = parseMessage(message);
    const reply = await run(request.body);
    if (!request.wantsReply || socket.destroyed) return;
    if (!socket.write(writeReply(request, reply))) await drained(socket);
  };
  /** The next message's size; 0 until its header has arrived. */
  const nextSize = (): number => {
    if (unread.length < 4) return 0;
    const size = unread.readInt32LE(0);
    if (size < headerSize || size > maxMessageSize) throw new Error('this is no message');
    return size;
  };
  const fill = (chunk: Buffer): Buffer => {
    if (!large) return chunk;
    const taken = chunk.copy(large.bytes, large.received);
    large.received += taken;
    large.timer.refresh();
    return chunk.subarray(taken);
  };
  const work = async (): Promise<void> => {
    for (; !socket.destroyed; ) {
      if (large) {
        if (large.received < large.bytes.length) return;
        clearTimeout(large.timer);
        await answer(large.bytes);
        forget();
        continue;
      }
      const size = nextSize();
      if (size > 0 && unread.length >= size) {
        const message = unread.subarray(0, size);
        unread = unread.subarray(size);
        await answer(message);
      } else if (size > smallMessage) {
        socket.pause();
        await budget.take(size);
        const timer = setTimeout(fail, messageTimeoutMs);
        large = { bytes: Buffer.allocUnsafe(size), received: 0, timer };
        unread = fill(unread);
        if (socket.destroyed) forget();
      } else return;
    }
  };
  const workAlone = (): void => {
    if (isBusy) return;
    isBusy = true;
    void work()
      .catch(fail)
      .finally(() => {
        isBusy = false;
        if (socket.destroyed) forget();
        else socket.resume();
      });
  };
  socket.setNoDelay(true);
  socket.on('error', fail);
  socket.on('close', () => {
    unread = Buffer.alloc(0);
    if (!isBusy) forget();
  });
  socket.on('data', (chunk: Buffer) => {
    const rest = isBusy ? chunk : fill(chunk);
    unread = unread.length > 0 ? Buffer.concat([unread, rest]) : rest;
    if (isBusy && unread.length > smallMessage) socket.pause();
    workAlone();
  });
}

/** Resolves when the client has read what was sent, or has disconnected. */
const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      socket.off('drain', end).off('close', end);
      resolve();
    };
    socket.on('drain', end).on('close', end);
  });

function parseMessage(message: Buffer): Request {
  const code = message.readInt32LE(12);
  const id = message.readInt32LE(4);
  if (code === opCode.query) return { id, isLegacy: true, wantsReply: true, body: parseOpQuery(message) };
  const flags = message.readUInt32LE(headerSize);
  // Bits 0 to 15 are required flags, so an unknown one must not be ignored.
  if (code !== opCode.message || flags & 0xffff & ~(flag.checksum | flag.moreToCome))
    throw new Error(`operation ${code} with flags ${flags} is not supported`);
  const end = message.length - (flags & flag.checksum ? 4 : 0);
  let body: Document = {};
  const sequences: Document = {};
  for (let at = headerSize + 4; at < end; ) {
    const kind = message.readUInt8(at++);
    const size = message.readInt32LE(at);
    if (size < 5) throw new Error(`a section of ${size} bytes is none`);
    if (kind === 0) body = decode(message, at);
    else if (kind === 1) Object.assign(sequences, parseSequence(message.subarray(at, at + size)));
    else throw new Error(`unknown section kind ${kind}`);
    at += size;
  }
  const wantsReply = !(flags & flag.moreToCome);
  return { id, isLegacy: false, body: Object.assign(body, sequences), wantsReply };
}

/** The documents of a command's document sequence section, by field name. */
function parseSequence(section: Buffer): Document {
  const nameEnd = section.indexOf(0, 4);
  const documents: Document[] = [];
  for (let at = nameEnd + 1; at < section.length; at += section.readInt32LE(at))
    documents.push(decode(section, at));
  return { [section.toString('latin1', 4, nameEnd)]: documents };
}

/** Drivers greet an unknown server with OP_QUERY on `<db>.$cmd`. */
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
  // A legacy reply has flags (await capable) and a document count.
  if (isLegacy) message.writeInt32LE(8, headerSize);
  if (isLegacy) message.writeInt32LE(1, headerSize + 16);
  return message;
}
