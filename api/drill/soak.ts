import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from '../src/scripts/read-arguments.ts';
import { buildApi } from './release.ts';
import { missedBy, soak } from './run-soak.ts';

const usage = `npm run soak [-- --hours N] [--members N] [--rate N]

Lets members use a site of its own for hours: they read, write, upload and sign in by mail, while its pages are promoted twelve times. At the end
it prints how memory went, which answers were slow or failed, and whether the data is sound. It touches no other data. It runs on Linux.

  --hours N     for how long; 2 unless told
  --members N   how many members there are; 40 unless told
  --rate N      how many requests they send a second, together; 20 unless told`;

answerHelp(usage);
const { hours, members, rate } = readNumbers();
console.log('Building the API of this checkout, where its sources have changed …');
await buildApi();
const folder = await mkdtemp(path.join(tmpdir(), 'frens-soak-'));
try {
  const report = await soak({ folder, minutes: hours * 60, members, perSecond: rate, say: console.log });
  console.log(report);
  const missed = missedBy(report);
  console.log(missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.join('; ')}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function readNumbers() {
  try {
    const { values } = parseArgs({
      options: {
        hours: { type: 'string', default: '2' },
        members: { type: 'string', default: '40' },
        rate: { type: 'string', default: '20' },
      },
    });
    for (const [name, value] of Object.entries(values))
      if (!(Number(value) > 0)) throw new Error(`--${name} takes a number above 0.`);
    return { hours: Number(values.hours), members: Number(values.members), rate: Number(values.rate) };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}
