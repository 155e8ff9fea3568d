import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from './index.ts';

const usage = `embedded-mongo [--data DIR] [--port PORT | --socket PATH]     serves until it is stopped
embedded-mongo backup [--data DIR] --to DIR                    copies the data, also while it is served
embedded-mongo export [--uri URI | --data DIR] --to DIR        writes every collection as JSON lines
embedded-mongo import [--uri URI | --data DIR] --from DIR [--replace]

  --data DIR      the folder of the data (default .data)
  --port PORT     the loopback port to listen on, 0 picks a free one (default 27017)
  --socket PATH   a Unix socket to listen on instead of a port
  --uri URI       any MongoDB (default: MONGODB_URI, else the data folder)
  --replace       lets import replace collections that exist`;

// `npm run` starts commands in the folder of the workspace; paths are meant from where it was called.
const here = process.env.INIT_CWD ?? process.cwd();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '.data' },
    port: { type: 'string', default: '27017' },
    socket: { type: 'string' },
    uri: { type: 'string' },
    to: { type: 'string' },
    from: { type: 'string' },
    replace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const dataDir = resolve(here, values.data);

class UsageError extends Error {}

async function serve(): Promise<void> {
  const place = values.socket ? { socketPath: values.socket } : { port: Number(values.port) };
  const db = await startEmbeddedMongo({ dataDir, ...place });
  console.log(db.uri);
  const stop = (): void => void db.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** Runs a tool on the MongoDB that was named, or on the data folder, by its running server if there is one. */
async function withUri(run: (uri: string) => Promise<void>): Promise<void> {
  const { runningServer } = await import('./storage/store.ts');
  const known = values.uri ?? process.env.MONGODB_URI ?? runningServer(dataDir);
  if (known) return run(known);
  const db = await startEmbeddedMongo({ dataDir, port: 0 });
  try {
    await run(db.uri);
  } finally {
    await db.close();
  }
}

function required(name: 'to' | 'from'): string {
  const value = values[name];
  if (!value) throw new UsageError(`--${name} is missing.\n\n${usage}`);
  return resolve(here, value);
}

const report = (ns: string, documents: number): void => console.log(`${ns}: ${documents} documents`);

async function main(): Promise<void> {
  const [command] = positionals;
  if (values.help) return console.log(usage);
  switch (command) {
    case undefined:
      return serve();
    case 'backup': {
      const { backupFolder } = await import('./storage/store.ts');
      const target = required('to');
      await backupFolder(dataDir, target);
      return console.log(`The data of ${dataDir} was copied to ${target}.`);
    }
    case 'export': {
      const { exportAll } = await import('./tools/transfer.ts');
      const target = required('to');
      return withUri((uri) => exportAll(uri, target, report));
    }
    case 'import': {
      const { importAll } = await import('./tools/transfer.ts');
      const source = required('from');
      return withUri((uri) => importAll(uri, source, values.replace, report));
    }
    default:
      throw new UsageError(`${command} is no command of embedded-mongo.\n\n${usage}`);
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
