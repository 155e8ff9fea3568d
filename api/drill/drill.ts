import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rehearse } from './rehearse-upgrade.ts';
import { buildApi, buildRelease } from './release.ts';

// `npm run drill`: an upgrade that goes wrong, and the way back, on a folder of its own (docs/operating.md).
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    kills: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    writers: { type: 'string', default: '8' },
  },
});
const seed = Number(values.seed);
console.log(`Seed ${seed}: --seed ${seed} kills at the same moments again.`);
await buildApi();
const folder = await mkdtemp(path.join(tmpdir(), 'frens-drill-'));
try {
  await rehearse({
    folder,
    before: values.from === undefined ? null : await buildRelease(values.from, path.join(folder, 'before')),
    seed,
    kills: Number(values.kills),
    seconds: Number(values.seconds),
    writers: Number(values.writers),
    say: console.log,
  });
  console.log('The drill went well.');
} finally {
  await rm(folder, { recursive: true, force: true });
}
