import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { socketFolderPrefix } from './storage/lock.ts';

/** The maximum length of a socket path on the most limited system (macOS). */
const maxSocketPath = 103;
const socketName = 'embedded-mongo.sock';
const fits = (path: string): boolean => Buffer.byteLength(path) <= maxSocketPath;

/** A server's address. */
export interface Place {
  readonly uri: string;
  readonly host: string;
  /** A folder created only for the socket, removed with it. */
  readonly socketFolder: string | undefined;
}

interface Wanted {
  readonly dataDir: string;
  readonly port?: number | undefined;
  readonly socketPath?: string | undefined;
}

/** The socket in the data folder; if its path is too long, one in a private temporary folder. */
function ownSocket(dataDir: string): { path: string; folder?: string } {
  const path = join(resolve(dataDir), socketName);
  if (fits(path)) return { path };
  const parent = [tmpdir(), '/tmp'].find((one) => fits(join(one, `${socketFolderPrefix}XXXXXX`, socketName)));
  if (!parent) throw new Error(`${dataDir} is too long a name for a socket; give a socketPath or a port.`);
  const folder = mkdtempSync(join(parent, socketFolderPrefix));
  return { path: join(folder, socketName), folder };
}

/** Listens on a loopback port, a given socket, or by default the data folder's own socket. */
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
  // Windows has no Unix sockets.
  const isLoopback = port !== undefined || (!socketPath && process.platform === 'win32');
  if (isLoopback && !socketPath) {
    listener.listen({ port: port ?? 0, host: '127.0.0.1' });
    await started;
    const { port: actual } = listener.address() as AddressInfo; // safe: it listens on a port
    return { listener, place: placeAt(`127.0.0.1:${actual}`) };
  }
  if (socketPath && !fits(socketPath))
    throw new Error(`${socketPath} is too long for a socket; it may have ${maxSocketPath} bytes.`);
  const { path, folder } = socketPath ? { path: socketPath } : ownSocket(dataDir);
  // Safe to remove: the data folder's lock ensures that no other server uses this socket.
  rmSync(path, { force: true });
  listener.listen({ path });
  if (listener.listening) chmodSync(path, 0o600);
  await started;
  return { listener, place: placeAt(encodeURIComponent(path), folder) };
}

/** `directConnection` makes drivers use this server whatever their read preference. */
const placeAt = (host: string, socketFolder?: string): Place => ({
  uri: `mongodb://${host}/?directConnection=true`,
  host,
  socketFolder,
});
