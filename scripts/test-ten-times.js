import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootDir } from './setup.js';

// `npm run test:ten`: runs `npm test` ten times, each in a clean clone of the current commit, within 80 minutes. Stops at the first
// failure and keeps its output. `npm run test:ten -- 3` runs three times.
const [runs = '10'] = process.argv.slice(2);
const mostMinutes = 8;

const began = performance.now();
const minutesSince = (started) => (performance.now() - started) / 60_000;
for (let run = 1; run <= Number(runs); run += 1) {
  const folder = mkdtempSync(path.join(tmpdir(), 'frens-clone-'));
  const clone = path.join(folder, 'frens');
  spawnSync('git', ['clone', '--quiet', rootDir, clone], { stdio: 'inherit' });
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync('npm', ['test'], {
    cwd: clone,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const took = minutesSince(started);
  const closingLine = stdout.trimEnd().split('\n').at(-1);
  console.log(`${run} of ${runs}: ${closingLine}, in ${took.toFixed(1)} minutes`);
  if (status !== 0) {
    const log = path.join(folder, 'npm-test.log');
    writeFileSync(log, stdout + stderr);
    rmSync(clone, { recursive: true, force: true });
    console.log(`Run ${run} is not green: see ${log}.`);
    process.exit(1);
  }
  rmSync(folder, { recursive: true, force: true });
}
const took = minutesSince(began);
const isQuick = took <= mostMinutes * Number(runs);
console.log(
  `Green ${runs} times in a row in ${took.toFixed(1)} minutes${isQuick ? '' : `: more than ${mostMinutes} each`}.`,
);
process.exit(isQuick ? 0 : 1);
