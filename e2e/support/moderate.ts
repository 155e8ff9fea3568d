import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { rootDir } from './site.ts';

/** Runs `npm run moderate` on the data of a running site and returns its output. */
export async function moderate(dataDir: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, MONGODB_URI: '', DATA_DIR: dataDir, MODERATOR: 'kim', LOG_LEVEL: 'error' };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['api/dist/moderate.js', ...words], { cwd: rootDir, env });
  return stdout;
}
