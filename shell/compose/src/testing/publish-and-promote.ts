import { promote } from '../promote.ts';
import { storeOfVersions } from './store-of-versions.ts';

// A child process that publishes and promotes versions of one remote when it receives a message: `publish-and-promote.ts FOLDER mf-a 5 STORE`.
const [dir = '', name = '', count = '0', address] = process.argv.slice(2);
const { store, remote } = await storeOfVersions(dir, address);
const target = { store, environment: 'live', author: { who: name, why: null } };
process.send?.('ready');
await new Promise((resolve) => process.once('message', resolve));
for (let number = 1; number <= Number(count); number += 1)
  await promote(target, { versions: [await remote(name, String(number))] }, {});
process.disconnect?.();
