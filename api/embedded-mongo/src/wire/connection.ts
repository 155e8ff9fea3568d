import type { Socket } from 'node:net';
import type { Document } from '../values/decode.ts';
import { parseMessage, type Request, writeReply } from './messages.ts';

const maxMessageSize = 48_000_000;

/** Serves one client: cuts its bytes into messages and answers them one after the other. */
export function serveConnection(socket: Socket, run: (body: Document) => Promise<Document>): void {
  socket.setNoDelay(true);
  let chunks: Buffer[] = [];
  let received = 0;
  let queue = Promise.resolve();
  const fail = (): void => void socket.destroy();

  const answer = async (request: Request): Promise<void> => {
    const reply = await run(request.body);
    if (!request.wantsReply || socket.destroyed) return;
    socket.write(writeReply(request, reply));
  };

  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    while (received >= 4) {
      const [first] = chunks;
      if (chunks.length > 1 && first && first.length < 4) chunks = [Buffer.concat(chunks)];
      const size = chunks[0]?.readInt32LE(0) ?? 0;
      if (size < 16 || size > maxMessageSize) return fail();
      if (received < size) return;
      const all = chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? chunk);
      chunks = all.length > size ? [all.subarray(size)] : [];
      received -= size;
      let request: Request;
      try {
        request = parseMessage(all.subarray(0, size));
      } catch {
        // Bytes that are no message leave nothing to answer and no place to go on from.
        return fail();
      }
      queue = queue.then(() => answer(request)).catch(fail);
    }
  });
  socket.on('error', fail);
}
