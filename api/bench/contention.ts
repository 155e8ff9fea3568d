import { parseArgs } from 'node:util';
import { newId } from '../src/database/ids.ts';
import { storeRecount } from '../src/resources/quotient/recount-panda.ts';
import { findDifferences } from '../src/scripts/find-differences.ts';
import { type CrowdReport, Crowds } from '../src/testing/crowds.ts';
import { quizSubmission } from '../src/testing/factories.ts';
import { startTestApp, type TestApp } from '../src/testing/test-app.ts';

// `npm run bench:api -- contention`: how many of each crowd a second, and what a stake costs with 10 and with 20,000
// backers. On embedded-mongo, or on the server that MONGODB_URI names. `--size 20 --backers 2000` for a quicker look.

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: '100' },
    backers: { type: 'string', default: '20000' },
  },
});
const backers = Number(values.backers);

const app = await startTestApp({ checkAnswers: false });
try {
  const crowds = new Crowds(app.services, [app.url], Number(values.size));
  print(await crowds.stakesOnOnePanda());
  print(await crowds.stakesOfOneWallet());
  print(await crowds.joins());
  print(await crowds.patches());
  print(await crowds.registrations());
  print(await crowds.repeats());
  console.log(`verify: ${(await findDifferences(app.services)).length} differences`);
  const few = await medianStake(app, await pandaWithBackers(app, 10));
  const many = await medianStake(app, await pandaWithBackers(app, backers));
  console.log(`one stake: ${few.toFixed(1)} ms with 10 backers, ${many.toFixed(1)} ms with ${backers}`);
  console.log(`ratio: ${(many / few).toFixed(2)} (at most 1.20)`);
  if (many > few * 1.2) process.exitCode = 1;
} finally {
  await app.close();
}

function print({ name, answers, perSecond }: CrowdReport): void {
  const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  console.log(`${name}: ${told.join(', ')}; ${perSecond} a second`);
}

/** A Panda whose backers were put in directly: what is measured is the next stake. */
async function pandaWithBackers({ services, member }: TestApp, count: number): Promise<string> {
  const owner = await member();
  const { pandaId } = await owner.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const { Panda, Stake } = services.db.models;
  const panda = await Panda.findById(pandaId).lean();
  if (!panda) throw new Error('The Panda is not there.');
  const createdAt = services.clock.now();
  for (let done = 0; done < count; done += 1000) {
    const size = Math.min(1000, count - done);
    const stakes = Array.from({ length: size }, () => ({
      _id: newId(),
      pandaId: panda._id,
      stakerId: newId(),
      amount: 100,
      createdAt,
    }));
    await Stake.insertMany(stakes);
  }
  await storeRecount(services, panda);
  return pandaId;
}

/** The median of forty stakes, one after the other, in milliseconds. */
async function medianStake({ member }: TestApp, pandaId: string): Promise<number> {
  const staker = await member();
  const times: number[] = [];
  for (let number = 0; number < 40; number += 1) {
    const startedAt = performance.now();
    await staker.call('POST /api/stake-bamboo', { body: { pandaId, amount: '0.01' } });
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[20] ?? 0;
}
