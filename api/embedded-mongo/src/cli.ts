import { parseArgs } from 'node:util';
import { startEmbeddedMongo } from './index.ts';

const usage = `embedded-mongo --data DIR [--port PORT | --socket PATH]

  --data DIR      the folder of the data (default .data)
  --port PORT     the loopback port to listen on, 0 picks a free one (default 27017)
  --socket PATH   a Unix socket to listen on instead of a port`;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '.data' },
    port: { type: 'string', default: '27017' },
    socket: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(usage);
} else {
  try {
    const place = values.socket ? { socketPath: values.socket } : { port: Number(values.port) };
    const db = await startEmbeddedMongo({ dataDir: values.data, ...place });
    console.log(db.uri);
    const stop = (): void => void db.close();
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
