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

it.each(['frens@.service', 'Dockerfile', '../../api/drill/run-soak.ts'])(
  '%s bounds what memory is kept back',
  (file) => {
    const text = read(file);
    expect(text).toMatch(/MALLOC_ARENA_MAX(=2| *: '2')/);
    expect(text).toMatch(/NODE_OPTIONS(=| *: ')--max-old-space-size=512\b/);
  },
);

it.each(['frens@.service', 'compose.yaml'])('%s keeps backups and builds outside of the data', (file) => {
  const text = `${read('Dockerfile')}${read(file)}`;
  /** The file's last value wins. */
  const valueOf = (name) => [...text.matchAll(new RegExp(`${name}[=:] ?(\\S+)`, 'g'))].at(-1)?.[1];
  const data = valueOf('DATA_DIR');
  expect(data).toMatch(/^\//);
  expect(valueOf('BACKUP_DIR')).toMatch(/^\//);
  for (const name of ['BACKUP_DIR', 'SITE_STORE'])
    expect(`${valueOf(name)}/`.startsWith(`${data}/`), name).toBe(false);
});
