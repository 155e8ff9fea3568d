import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from './index.ts';
import { runningServer } from './storage/lock.ts';

const usage = `embedded-mongo [--data DIR] [--port PORT | --socket PATH]     serves until it is stopped
embedded-mongo backup [--data DIR] --to DIR                    copies the data, also while it is served
embedded-mongo export [--uri URI | --data DIR] --to DIR        writes every collection as JSON lines
embedded-mongo import [--uri URI | --data DIR] --from DIR [--replace]

  --data DIR      the folder of the data (default .data)
  --port PORT     a loopback port to listen on, which every user of the machine can reach; 0 picks a free one
  --socket PATH   a Unix socket to listen on (default: one in the data folder, for its owner only)
  --uri URI       any MongoDB (default: MONGODB_URI, else the data folder)
  --replace       lets import replace collections that exist`;

const text = { type: 'string' } as const;
const toggle = { type: 'boolean', default: false } as const;
const options = {
  data: { ...text, default: '.data' },
  port: text,
  socket: text,
  uri: text,
  to: text,
  from: text,
  replace: toggle,
  help: toggle,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  // `npm run` starts commands in the folder of the workspace; paths are meant from where it was called.
  const pathOf = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);
  const folder = (name: 'to' | 'from'): string => {
    const path = values[name];
    if (!path) throw new Error(`--${name} is missing.\n\n${usage}`);
    return pathOf(path);
  };
  const dataDir = pathOf(values.data);
  // Whatever is written is for the eyes of its owner.
  process.umask(0o077);
  if (values.help) return console.log(usage);
  const [command] = positionals;
  if (command === undefined) {
    const port = values.port === undefined ? undefined : Number(values.port);
    const db = await startEmbeddedMongo({ dataDir, port, socketPath: values.socket });
    console.log(db.uri);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void db.close());
  } else if (command === 'backup') {
    const { backupFolder } = await import('./storage/store.ts');
    await backupFolder(dataDir, folder('to'));
    console.log(`The data of ${dataDir} was copied to ${folder('to')}.`);
  } else if (command === 'export' || command === 'import') {
    const { exportAll, importAll, withClient } = await import('./transfer.ts');
    const place = folder(command === 'export' ? 'to' : 'from');
    // The MongoDB that was named, or the data folder, by its running server if there is one.
    const known = values.uri ?? process.env.MONGODB_URI ?? runningServer(dataDir);
    const own = known ? undefined : await startEmbeddedMongo({ dataDir });
    try {
      await withClient(known ?? String(own?.uri), (client) =>
        command === 'export' ? exportAll(client, place) : importAll(client, place, values.replace),
      );
    } finally {
      await own?.close();
    }
  } else throw new Error(`${command} is no command of embedded-mongo.\n\n${usage}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
