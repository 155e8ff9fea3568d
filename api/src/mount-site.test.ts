import { RemoteDescriptor } from '@frens/compose';
import { lastShown } from '@frens/compose/server';
import { promote } from '@frens/compose/store';
import { nextPathOf } from '@frens/contract/site-path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StoreOfVersions, storeOfVersions } from '../../shell/compose/src/testing/store-of-versions.ts';
import { mountSite } from './mount-site.ts';
import { serveApp } from './testing/serve-app.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
let versions: StoreOfVersions;
/** Sites with and without developer pages. */
const sites: Awaited<ReturnType<typeof serveApp>>[] = [];

beforeAll(async () => {
  [app, versions] = await Promise.all([startTestApp(), storeOfVersions()]);
  const { store } = versions;
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-auth',
    platform: 1,
    area: { en: 'Sign in', es: 'Entrar' },
    paths: [
      ...(['/auth', '/v2/auth', '/groups'] as const).map((path) => ({ path, access: 'public' as const })),
      ...(['/panda/:pandaId', '/v2/dashboard'] as const).map((path) => ({ path, access: 'member' as const })),
    ],
  });
  const made = [await versions.shell('1'), await versions.remote('mf-auth', '1', { descriptor })];
  await promote({ store, environment: 'live', author: { who: 'ada', why: null } }, { versions: made }, {});
  for (const devPages of [false, true]) {
    const services = { ...app.services, config: { ...app.services.config, devPages } };
    const site = mountSite(services, store, lastShown(store, 'live'));
    sites.push(await serveApp({ ...services, site }));
  }
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await app.close();
  await versions.remove();
});

const open = (address: string, init: RequestInit = {}, [site] = sites) =>
  fetch(`${site?.url}${address}`, { redirect: 'manual', headers: { accept: 'text/html' }, ...init });

it.each([
  ['/panda/p1', '/auth?next=%2Fpanda%2Fp1'],
  ['/panda/p1?tab=posts&a=%20b', '/auth?next=%2Fpanda%2Fp1%3Ftab%3Dposts%26a%3D%2520b'],
  ['/panda/p1?lang=es', '/auth?next=%2Fpanda%2Fp1%3Flang%3Des&lang=es'],
  ['/panda/p1?compose=mf-a%401', '/auth?next=%2Fpanda%2Fp1%3Fcompose%3Dmf-a%25401&compose=mf-a%401'],
  ['/v2/dashboard', '/v2/auth?next=%2Fv2%2Fdashboard'],
  ['/v2/dashboard?lang=es', '/v2/auth?next=%2Fv2%2Fdashboard%3Flang%3Des&lang=es'],
  // Paths that are no pages to return to are dropped.
  ['//panda/p1', '/auth'],
  ['/panda//evil.example', '/auth'],
  ['/panda/p1%0d%0aSet-Cookie:a', '/auth?next=%2Fpanda%2Fp1%250d%250aSet-Cookie%3Aa'],
  [`/panda/${'a'.repeat(500)}`, '/auth'],
])('redirects visitors from %s to the sign-in, uncached', async (address, to) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await open(address, { method });
    expect([answer.status, answer.headers.get('location')], method).toEqual([303, to]);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('vary')).toMatch(/\bCookie\b/);
    expect([...answer.headers.keys()]).not.toContain('set-cookie');
  }
  const next = new URL(to, 'https://frens.example').searchParams.get('next');
  expect(nextPathOf(next)).toBe(next);
});

it('serves public pages, members’ pages with a session, and sites whose API a scenario may replace', async () => {
  for (const address of ['/groups', '/auth', '/nowhere']) {
    const { headers } = await open(address);
    expect([headers.get('location'), headers.get('cache-control')], address).toEqual([null, 'no-cache']);
  }
  const headers = { accept: 'text/html', cookie: 'sid=any' };
  expect((await open('/panda/p1', { headers })).status).toBe(200);
  expect((await open('/panda/p1', {}, sites.slice(1))).status).toBe(200);
  // Not a document but a missing file.
  expect((await open('/panda/p1', { headers: { accept: 'image/*' } })).status).toBe(404);
});
