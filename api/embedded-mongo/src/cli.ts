import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `embedded-mongo [--data DIR] [--port PORT | --socket PATH]     serves until it is stopped
embedded-mongo backup [--data DIR] --to DIR                    copies the data, also while it is served

  --data DIR      the folder of the data (default .data)
  --port PORT     a loopback port to listen on, which every user of the machine can reach; 0 picks a free one
  --socket PATH   a Unix socket to listen on (default: one in the data folder, for its owner only)`;

const text = { type: 'string' } as const;
const options = {
  data: { ...text, default: '.data' },
  port: text,
  socket: text,
  to: text,
  help: { type: 'boolean', default: false } as const,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  // `npm run` starts commands in the workspace's folder; paths are relative to where npm was called.
  const pathOf = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);
  const dataDir = pathOf(values.data);
  // All files are readable only by their owner.
  process.umask(0o077);
  if (values.help) return console.log(usage);
  const [command] = positionals;
  if (command === undefined) {
    const port = values.port === undefined ? undefined : Number(values.port);
    // A separate process needs no worker thread, which would take a third of its startup time.
    const { serve } = await import('./server.ts');
    const db = await serve({ dataDir, port, socketPath: values.socket });
    console.log(db.uri);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void db.close());
  } else if (command === 'backup') {
    if (!values.to) throw new Error(`--to is missing.\n\n${usage}`);
    const target = pathOf(values.to);
    const { backupFolder } = await import('./storage/store.ts');
    await backupFolder(dataDir, target);
    console.log(`The data of ${dataDir} was copied to ${target}.`);
  } else throw new Error(`${command} is no command of embedded-mongo.\n\n${usage}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
