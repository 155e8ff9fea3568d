import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { remotePath, SiteStore, shellPath } from '@frens/compose/store';
import { site } from '@frens/contract/site';
import { expect, it } from 'vitest';
import { builtStore, rootDir } from '../support/site.ts';

it('every live version has its source maps, which no file of it names and no path of this machine is in', async () => {
  const store = new SiteStore(builtStore, site);
  const id = await store.liveId();
  if (id === null) throw new Error(`Nothing is published in ${builtStore}. Run: npm run build`);
  const { host, apps } = await store.composition(id);
  const targets = [
    { target: shellPath(host.version), live: host },
    ...Object.entries(apps).map(
      ([
        name,
        {
          versions: [live],
        },
      ]) => ({
        target: remotePath(name, live.version),
        live,
      }),
    ),
  ];
  for (const { target, live } of targets) {
    const maps = (await store.maps(target)) ?? {};
    const files = Object.keys(live.integrity);
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    const scripts = files.filter((file) => file.endsWith('.js'));
    // Text modules have no source.
    const code = scripts.filter((file) => /^(main|exposed|remoteEntry)\./.test(file));
    expect(code).not.toEqual([]);
    expect(Object.keys(maps)).toEqual(expect.arrayContaining(code));
    for (const script of scripts)
      expect(await readFile(path.join(builtStore, live.base, script), 'utf8')).not.toContain(
        'sourceMappingURL',
      );
    expect(JSON.stringify(maps)).not.toContain(rootDir);
  }
});
