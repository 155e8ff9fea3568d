import { existsSync } from 'node:fs';
import path from 'node:path';

/** Whether a program is in the PATH. */
export const hasProgram = (name) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));
