import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { serverFile } from './build-servers.js';
import { rootDir } from './setup.js';

const read = (file) => readFileSync(path.join(rootDir, 'docs/deploy', file), 'utf8');

it('systemd and the container run the bundle that npm start runs', () => {
  expect(read('frens@.service')).toContain(`\nExecStart=/usr/bin/node ${serverFile}\n`);
  expect(read('Dockerfile')).toContain(`\nCMD ["node", "${serverFile}"]\n`);
});
