import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { promote } from './promote.ts';
import { kindsOfStores, type StorePlace } from './testing/kinds-of-stores.ts';
import { storeOfVersions } from './testing/store-of-versions.ts';

let place: StorePlace | undefined;
afterEach(() => place?.remove());

it.each(Object.keys(kindsOfStores) as (keyof typeof kindsOfStores)[])(
  'loses nothing when five processes publish and promote at once in %s',
  async (kind) => {
    place = await kindsOfStores[kind]();
    const { dir, address } = place;
    const { store, shell } = await storeOfVersions(dir, address);
    const target = { store, environment: 'live', author: { who: 'ada', why: null } };
    await promote(target, { versions: [await shell('1')] }, {});
    const names = ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e'];
    const program = path.join(import.meta.dirname, 'testing/publish-and-promote.ts');
    const children = names.map((name) =>
      fork(program, [dir, name, '5', address], { execArgv: ['--import', 'tsx'] }),
    );
    const ends = children.map((child) => once(child, 'exit'));
    await Promise.all(children.map((child) => once(child, 'message')));
    for (const child of children) child.send('go');
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0, 0, 0]);

    const live = await store.composition((await store.liveId()) ?? '');
    const composed = Object.entries(live.apps).map(([name, { versions }]) => [
      name,
      versions.map(({ version }) => version),
    ]);
    expect(composed).toEqual(names.map((name) => [name, ['5', '4']]));
    // Every step is there, each made from the one before: 1 and 5 × 5.
    const head = await store.head();
    expect(head?.number).toBe(26);
    const seen = new Set<string>();
    for (let number = 1; number <= 26; number += 1) {
      const entry = await store.entry('live', number);
      const { apps } = await store.composition(entry?.composition ?? '');
      for (const [name, app] of Object.entries(apps)) seen.add(`${name} ${app.versions[0].version}`);
    }
    expect(seen.size).toBe(25);
  },
);
