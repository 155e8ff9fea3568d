import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommandLine } from './command-line.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';

let versions: StoreOfVersions;
let server: Server;
let site = '';
/** Ids of the compositions that the site tells of. */
let ids: Partial<Record<string, string>> = {};
beforeEach(async () => {
  versions = await storeOfVersions();
  await versions.shell('1');
  for (const version of ['1', '2', '3']) await versions.remote('mf-quiz', version);
  server = createServer((request, response) => {
    if (request.headers.authorization !== 'Bearer a-long-enough-token') response.writeHead(404).end();
    else
      response.end(
        [
          '# HELP frens_version_visits …',
          ...['live', 'earlier'].flatMap((composition) => [
            `frens_version_visits{version="shell@1",composition="${ids[composition] ?? composition}"} 25`,
            `frens_version_visits{version="mf-quiz@2",composition="${ids[composition] ?? composition}"} 20`,
            `frens_version_vitals{version="mf-quiz@2",composition="${ids[composition] ?? composition}",vital="INP",rating="good"} 9`,
            `frens_version_vitals{version="mf-quiz@2",composition="${ids[composition] ?? composition}",vital="INP",rating="poor"} 1`,
          ]),
          `frens_version_visits{version="mf-quiz@3",composition="${ids.canary}"} 6`,
          `frens_version_failures{version="mf-quiz@3",composition="${ids.canary}",code="REMOTE-104"} 2`,
          `frens_version_failures{version="mf-quiz@3",composition="${ids.canary}",code="REMOTE-105"} 1`,
        ].join('\n'),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
  await versions.remove();
});

async function compose(...words: string[]) {
  const said: string[] = [];
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text) => void said.push(String(text))),
  );
  try {
    const code = await runCommandLine([...words, '--store', versions.store.dir]);
    return { code, said: said.join('\n') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

it('shows the health of each version, also of a canary', async () => {
  vi.stubEnv('METRICS_TOKEN', 'a-long-enough-token');
  await compose('promote', 'shell@1', 'mf-quiz@1');
  await compose('promote', 'mf-quiz@2');
  await compose('promote', 'mf-quiz@3', '--canary', '10');
  const shown = await versions.store.shown();
  ids = { live: shown?.composition, canary: shown?.canary?.composition };
  const { said } = await compose('status', '--site', site);
  expect(said).toContain('mf-quiz        2  falls back to 1  40 visits, none failed, INP 18/0/2');
  expect(said).toContain('(LCP, INP and CLS: for how many each was good/needs-improvement/poor)');
  expect(said).toMatch(/^live: .*\n {2}its pages: 25 visits, none failed, INP 9\/0\/1\ncanary for 10 %/);
  expect(said).toContain('\n  its pages: 0 visits, 3 failed: REMOTE-104 2×, REMOTE-105 1×\n');
  expect(said).toContain(
    'canary for 10 % of visitors: mf-quiz@3  6 visits, 3 failed: REMOTE-104 2×, REMOTE-105 1×',
  );
  const { health, compositions } = JSON.parse((await compose('status', '--site', site, '--json')).said);
  expect(health['mf-quiz@2']).toEqual({ visits: 40, failures: {}, vitals: { INP: [18, 0, 2] } });
  expect(compositions[ids.live ?? ''].visits).toBe(25);
});

it('says why the health cannot be read', async () => {
  await compose('promote', 'shell@1', 'mf-quiz@1');
  expect(await compose('status', '--site', site)).toMatchObject({
    code: 6,
    said: expect.stringContaining('set METRICS_TOKEN'),
  });
  expect((await compose('status', '--site', 'nowhere')).code).toBe(2);
  expect((await compose('status', '--site', 'http://127.0.0.1:1')).said).toContain('does not answer');
});
