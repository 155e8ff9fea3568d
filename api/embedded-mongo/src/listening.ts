import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { socketFolderPrefix } from './storage/lock.ts';

/** What the narrowest of the systems (macOS) has room for in the address of a socket. */
const maxSocketPath = 103;
const socketName = 'embedded-mongo.sock';
const fits = (path: string): boolean => Buffer.byteLength(path) <= maxSocketPath;

/** Where a server listens. */
export interface Place {
  readonly uri: string;
  readonly host: string;
  /** A folder made for the socket alone, to be removed with it. */
  readonly socketFolder: string | undefined;
}

interface Wanted {
  readonly dataDir: string;
  readonly port?: number | undefined;
  readonly socketPath?: string | undefined;
}

/** The socket in the data folder; where that name is too long for a socket, one in a folder that only we can open. */
function ownSocket(dataDir: string): { path: string; folder?: string } {
  const path = join(resolve(dataDir), socketName);
  if (fits(path)) return { path };
  const parent = [tmpdir(), '/tmp'].find((one) => fits(join(one, `${socketFolderPrefix}XXXXXX`, socketName)));
  if (!parent) throw new Error(`${dataDir} is too long a name for a socket; give a socketPath or a port.`);
  const folder = mkdtempSync(join(parent, socketFolderPrefix));
  return { path: join(folder, socketName), folder };
}

/** Listens on a loopback port, on a socket that is named, or, by default, on the data folder's own socket. */
export async function listen(
  { dataDir, port, socketPath }: Wanted,
  maxConnections: number,
  serveSocket: (socket: Socket) => void,
): Promise<{ listener: Server; place: Place }> {
  const listener = createServer(serveSocket);
  listener.maxConnections = maxConnections;
  const started = new Promise<void>((resolved, reject) => {
    listener.once('error', reject).once('listening', () => resolved());
  });
  // Windows has no such sockets.
  const isLoopback = port !== undefined || (!socketPath && process.platform === 'win32');
  if (isLoopback && !socketPath) {
    listener.listen({ port: port ?? 0, host: '127.0.0.1' });
    await started;
    const { port: actual } = listener.address() as AddressInfo; // of a port it is one
    return { listener, place: placeAt(`127.0.0.1:${actual}`) };
  }
  if (socketPath && !fits(socketPath))
    throw new Error(`${socketPath} is too long for a socket; it may have ${maxSocketPath} bytes.`);
  const { path, folder } = socketPath ? { path: socketPath } : ownSocket(dataDir);
  // The lock of the data folder says that no other server uses this socket.
  rmSync(path, { force: true });
  listener.listen({ path });
  if (listener.listening) chmodSync(path, 0o600);
  await started;
  return { listener, place: placeAt(encodeURIComponent(path), folder) };
}

/** Drivers take what is named as the only member, whatever read preference they are given. */
const placeAt = (host: string, socketFolder?: string): Place => ({
  uri: `mongodb://${host}/?directConnection=true`,
  host,
  socketFolder,
});
