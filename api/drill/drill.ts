import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from '../src/scripts/read-arguments.ts';
import { rehearse } from './rehearse-upgrade.ts';
import { buildApi, buildRelease } from './release.ts';

const usage = `npm run drill [-- --from REVISION] [--kills N] [--seconds N] [--writers N] [--seed N]

Rehearses an upgrade that goes wrong, and the way back, on a folder of its own: the new release is killed again and again while members write, then a
backup is made and restored elsewhere, and everything that was answered is looked for. It takes some minutes and touches no other data.

  --from REVISION   the release to come from, which is checked out and installed (default: data kept from the first one, and
                    a next release of this checkout with one step more to exchange it for)
  --kills N         how often the new release is killed; 8 unless told
  --seconds N       for how long members write to each release; 10 unless told
  --writers N       how many of them there are; 8 unless told
  --seed N          kills at the same moments again as a drill that named this number`;

answerHelp(usage);
const { values } = readOptions();
const seed = Number(values.seed);
console.log(`Seed ${seed}: --seed ${seed} kills at the same moments again.`);
console.log('Building the API of this checkout, where its sources have changed …');
await buildApi();
const folder = await mkdtemp(path.join(tmpdir(), 'frens-drill-'));
try {
  await rehearse({
    folder,
    before:
      values.from === undefined
        ? null
        : await buildRelease(values.from, path.join(folder, 'before'), console.log),
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

function readOptions() {
  try {
    const read = parseArgs({
      options: {
        from: { type: 'string' },
        seed: { type: 'string', default: String(randomInt(2 ** 31)) },
        kills: { type: 'string', default: '8' },
        seconds: { type: 'string', default: '10' },
        writers: { type: 'string', default: '8' },
      },
    });
    const { from: _revision, ...numbers } = read.values;
    for (const [name, value] of Object.entries(numbers))
      if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a number.`);
    return read;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
