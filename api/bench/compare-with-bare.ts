import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import mongoose from 'mongoose';
import { startServerProcess } from '../src/testing/api-processes.ts';
import { recordCommands } from '../src/testing/record-commands.ts';
import type { BareRoute } from './bare-server.ts';
import { asScreensAsk } from './community/read-requests.ts';
import { leastWaves, pandaAddress } from './least-waves.ts';
import { percentilesOf, ratioOf } from './percentiles.ts';
import type { Site } from './scale.ts';

const least = 0.6;
const connections = 10;
const addresses = [
  '/api/user',
  asScreensAsk('GET /api/users'),
  asScreensAsk('GET /api/circles'),
  pandaAddress,
];

/** Compares the API's requests per second with a bare Koa route that gives the same response with the fewest commands. */
export async function compareWithBare(site: Site, rounds: number, seconds: number) {
  const file = path.join(tmpdir(), `frens-bare-${process.pid}.json`);
  const routes: BareRoute[] = [];
  for (const address of addresses) routes.push(await routeOf(site, address));
  await writeFile(file, mongoose.mongo.BSON.EJSON.stringify(routes, { relaxed: false }));
  const bare = await startServerProcess('../../bench/bare-server.ts', [site.uri, file]);
  try {
    const compared = [];
    for (const address of addresses) {
      const times = { api: [] as number[], bare: [] as number[] };
      const ratios: number[] = [];
      // Alternating, after a warm-up round.
      for (let round = 0; round <= rounds; round += 1) {
        const ours = await fire(site.url + address, site.cookie, round === 0 ? 2 : seconds);
        const theirs = await fire(bare.url + address, site.cookie, round === 0 ? 2 : seconds);
        if (round === 0) continue;
        times.api.push(...ours);
        times.bare.push(...theirs);
        ratios.push(ours.length / theirs.length);
      }
      const ratio = ratioOf(ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0, 1);
      const [api, other] = [percentilesOf(times.api), percentilesOf(times.bare)];
      const perSecond = Math.round(times.api.length / (rounds * seconds));
      console.log(`${address}: ${perSecond} a second, ${ratio} of the bare route (at least ${least})`, api);
      compared.push({ address, perSecond, ratio, api, bare: other, isMet: ratio >= least });
    }
    return compared;
  } finally {
    await bare.close();
  }
}

/** Records a response, and the fewest commands that it needs. */
async function routeOf(site: Site, address: string): Promise<BareRoute> {
  const { observed, cookie } = site;
  const send = () => fetch(observed.url + address, { headers: { cookie } });
  await (await send()).arrayBuffer();
  const recorder = recordCommands(observed.services.db.connection);
  const response = await send();
  const body: unknown = await response.json();
  recorder.stop();
  if (response.status !== 200)
    throw new Error(`${address} is answered with ${response.status}: ${JSON.stringify(body)}`);
  const ours = recorder.takeWaves();
  const waves = await leastWaves(site, address);
  const [sent, fewest] = [ours, waves].map((all) => `${all.flat().length} commands in ${all.length} waves`);
  console.log(`${address}: ${sent}; the least: ${fewest}`);
  return { address, waves, body };
}

/** Response times in milliseconds; all responses must be successful. */
export function fire(url: string, cookie: string, duration: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const run = autocannon({ url, connections, duration, headers: { cookie } }, (error, result) => {
      if (error) reject(error);
      else if (result.non2xx + result.errors > 0)
        reject(new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`));
      else resolve(times);
    });
    run.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
}
