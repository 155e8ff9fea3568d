import path from 'node:path';
import { rootDir } from '../environment.ts';

/** The built file of the server or of one of its commands, which the set-up of a run has made. */
export function builtProgram(
  name: 'server' | 'backup' | 'export-site' | 'jobs' | 'moderate' | 'restore' | 'seed' | 'verify',
): string {
  return path.join(rootDir, 'api/dist', `${name}.js`);
}
