import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A received request. */
interface Asked {
  address: string;
  key: string | undefined;
  body: unknown;
}

export interface ElevenLabsServer {
  url: URL;
  asked: Asked[];
  /** Sets the response handler; null: sound that repeats the request. */
  answers(how: ((response: ServerResponse) => void) | null): void;
  close(): Promise<void>;
}

/** A fake of the part of ElevenLabs' API that the quiz uses. */
export async function startElevenLabs(key: string): Promise<ElevenLabsServer> {
  const asked: Asked[] = [];
  let how: ((response: ServerResponse) => void) | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = request.headers['xi-api-key'];
    const text = await readText(request);
    asked.push({
      address: `${request.method} ${request.url}`,
      key: given?.toString(),
      body: JSON.parse(text),
    });
    if (how) return how(response);
    if (given !== key) {
      response.writeHead(401, { 'Content-Type': 'application/json' });
      response.end('{"detail":{"status":"invalid_api_key","message":"Invalid API key"}}');
      return;
    }
    response.writeHead(200, { 'Content-Type': 'audio/mpeg' });
    response.end(`ID3 sound of ${text}`);
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // Safe: the server listens on a port.
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    asked,
    answers(next) {
      how = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
