import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RemoteVersion } from '@frens/compose';
import { admitFrom, promote, readVersion, type SiteStore, surroundingsOf } from '@frens/compose/store';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite } from '../support/site-copy.ts';

// A remote on another origin, which the operator has allowed.
const name = 'mf-community';
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: SiteStore;
let away: SiteStore;
let version: RemoteVersion;
let server: Server;
let origin = '';
let site: Site;
let browser: Browser;
/** Whether the other origin responds. */
let isUp = true;

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
  const content = isUp ? await away.files.read(file) : null;
  response.writeHead(content ? 200 : 404, {
    'content-type': types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'access-control-allow-origin': '*',
  });
  response.end(content);
}

beforeAll(async () => {
  folder = await temporaryFolder();
  const [own, theirs] = [
    await copySite(`${folder.dir}/site`, name),
    await copySite(`${folder.dir}/away`, name),
  ];
  [store, away] = [own.store, theirs.store];
  version = await theirs.publishAgain('feedfacade');
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe: the server listens on a TCP port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  [site, browser] = await Promise.all([
    startSite({
      dataDir: `${folder.dir}/data`,
      storeDir: store.dir,
      demo: false,
      env: { REMOTE_ORIGINS: origin },
    }),
    takeBrowser(),
  ]);
  const target = { store, environment: 'live', author: { who: 'ada', why: null } };
  const address = `${origin}/remotes/${name}/${version.version}/`;
  // The server records allowed origins as soon as it listens.
  await vi.waitFor(async () => {
    if (!(await store.origins('live')).remotes.includes(origin)) throw new Error('Nothing is noted yet.');
  }, 10_000);
  await admitFrom(store, { address, environment: 'live', say: () => {} });
  const versions = [await readVersion(store, `${name}@${version.version}`)];
  await promote(target, { versions }, await surroundingsOf(target, null));
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await new Promise((resolve) => server?.close(resolve));
  await folder?.remove();
});

it('is shown from there to members, every file held against its hash', async () => {
  const person = await newPerson(browser, site.origin);
  // All other requests stay on the site's origin.
  person.expectProblem(new RegExp(`^request to ${origin}/remotes/${name}/`));
  const asked: string[] = [];
  person.page.on('request', (request) => void asked.push(request.url()));
  await person.page.goto('/groups');
  await person.page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  const own = asked.filter((address) => address.includes(`/remotes/${name}/`));
  expect(own).toContain(`${origin}/remotes/${name}/${version.version}/${version.files?.entry}`);
  expect(own.filter((address) => !address.startsWith(origin))).toEqual([]);
  const unhashed = await person.page.evaluate(
    (from) =>
      Array.from(document.querySelectorAll<HTMLLinkElement>(`link[href^="${from}"]`))
        .filter((link) => !link.integrity)
        .map((link) => link.href),
    origin,
  );
  expect(unhashed).toEqual([]);
  await person.context.close();
  person.assertNoProblems();
});

it('gives way to the version before, which lies on the site, when that origin is away', async () => {
  isUp = false;
  try {
    const person = await newPerson(browser, site.origin);
    person.expectProblem(new RegExp(`^request to ${origin}/remotes/${name}/|404|ChunkLoadError|REMOTE-102`));
    await person.page.goto('/groups');
    await person.page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
    expect(await person.page.getByRole('alert').count()).toBe(0);
    await person.context.close();
    person.assertNoProblems();
  } finally {
    isUp = true;
  }
});
