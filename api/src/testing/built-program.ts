import path from 'node:path';
import { rootDir } from '../environment.ts';

/** The path of a built server or command; the test run's set-up builds them. */
export function builtProgram(
  name: 'server' | 'backup' | 'export-site' | 'jobs' | 'moderate' | 'restore' | 'seed' | 'verify',
): string {
  return path.join(rootDir, 'api/dist', `${name}.js`);
}
