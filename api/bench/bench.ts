import { argv } from 'node:process';

// `npm run bench:api -- NAME [options]`: api/bench/README.md describes each benchmark.
const benches: Record<string, () => Promise<unknown>> = {
  contention: () => import('./contention.ts'),
  fill: () => import('./fill.ts'),
  scale: () => import('./scale.ts'),
};

const [, , name = 'scale'] = argv;
const bench = benches[name.startsWith('--') ? 'scale' : name];
if (!bench) throw new Error(`${name} is none of ${Object.keys(benches).join(', ')}.`);
await bench();
