import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type S3Server, startS3Server } from './s3-server.ts';

/** A place for a store, for one test. */
export interface StorePlace {
  /** For `openStore`. */
  address: string;
  /** A local folder for builds. */
  dir: string;
  /** Of a bucket. */
  server: S3Server | null;
  remove(): Promise<void>;
}

/** Both kinds of stores, by their names in tests. The SDK's variables are set in the environment, for child processes too. */
export const kindsOfStores: Record<'a folder' | 'a bucket', () => Promise<StorePlace>> = {
  async 'a folder'() {
    const dir = await mkdtemp(path.join(tmpdir(), 'compose-store-'));
    const remove = () => rm(dir, { recursive: true, force: true });
    return { address: path.join(dir, 'store'), dir, server: null, remove };
  },
  async 'a bucket'() {
    const dir = await mkdtemp(path.join(tmpdir(), 'compose-store-'));
    const server = await startS3Server();
    const before = Object.keys(server.environment).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, server.environment);
    return {
      address: `s3://${server.bucket}/site ${randomUUID()}`,
      dir,
      server,
      async remove() {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
        await server.stop();
        await rm(dir, { recursive: true, force: true });
      },
    };
  },
};
