import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { rootDir } from './setup.js';
import { invalidateBuildInfo, typePrograms } from './type-programs.js';

// `npm run typecheck`: runs all programs, even after one fails.
const tsc = path.join(rootDir, 'node_modules/typescript/bin/tsc');
invalidateBuildInfo();
const results = typePrograms.map(({ args }) =>
  spawnSync(process.execPath, [tsc, ...args], { cwd: rootDir, stdio: 'inherit' }),
);
process.exit(results.every(({ status }) => status === 0) ? 0 : 1);
