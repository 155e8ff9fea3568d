import { RemoteDescriptor } from '@frens/compose';
import { lastShown } from '@frens/compose/server';
import { promote, renderFile } from '@frens/compose/store';
import { expect, it, vi } from 'vitest';
import { storeOfVersions } from '../../shell/compose/src/testing/store-of-versions.ts';
import { mountSite } from './mount-site.ts';
import { quizSubmission } from './testing/factories.ts';
import { serveApp } from './testing/serve-app.ts';
import { startTestApp } from './testing/test-app.ts';

// Hand-written builds: pages with the names of circles and of the Pandas that gate them.
const call = '/api/circles?limit=24';
const template =
  '<html lang="en"><head><title>{{site}}</title></head><body><div id="root"></div><!--page-data--></body></html>';
const shellBuild = `exports.provided = {}; exports.renderPage = async (page, remote) => remote ? remote.say(page) : { html: '', title: 'Home', description: '', failures: [] };`;
const circlesBuild = `exports.say = ({ answers, pathname }) => {
  const id = pathname.split('/')[2];
  const call = id ? '/api/circles/' + id : '${call}';
  const answer = answers?.[call];
  const list = answer ? [answer.body].flat() : [];
  const html = answer === null ? '<p>Gone</p>' : list.map(({ name, memberCount, gatePanda }) => '<p>' + [name, memberCount, gatePanda?.name].join() + '</p>').join('');
  return { html, title: 'Circles', description: '', failures: [], ...(answers ? { data: [[['circles', id], ...(answer ? [list] : [])]] } : { calls: [call] }) };
};`;

it('renders a public list and its circles, caches them while members join, and omits newly hidden ones on the next request (D16)', async () => {
  const [app, versions] = [await startTestApp(), await storeOfVersions()];
  const { store } = versions;
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-community',
    platform: 1,
    area: { en: 'Circles', es: 'Círculos' },
    paths: ['/groups', '/groups/:circleId'].map((path) => ({ path, access: 'public' as const })),
  });
  const shell = await versions.shell('1', undefined, { 'index.html': template, [renderFile]: shellBuild });
  const circles = await versions.remote('mf-community', '1', { descriptor }, { [renderFile]: circlesBuild });
  const target = { store, environment: 'live', author: { who: 'ada', why: null } };
  await promote(target, { versions: [shell, circles] }, {});
  const site = mountSite(app.services, store, lastShown(store, 'live'));
  const served = await serveApp({ ...app.services, site });
  const read = async (address = '/groups') => {
    const answer = await fetch(served.url + address, { headers: { accept: 'text/html' } });
    return answer.text();
  };
  const open = async (id: string) => {
    const answer = await fetch(`${served.url}/groups/${id}`, { headers: { accept: 'text/html' } });
    return { status: answer.status, etag: answer.headers.get('etag'), html: await answer.text() };
  };
  const readList = async () => JSON.parse(await read(call));
  try {
    const [maya, olu, ana] = await Promise.all([app.member(), app.member(), app.member()]);
    const { pandaId: gatePandaId } = await olu.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const body = { name: 'Kites', circleType: 'stake_gated', gatePandaId, gateMinAmount: '1' } as const;
    const { id } = await maya.call('POST /api/circles', { body: { name: 'Moss' } });
    const { id: gated } = await maya.call('POST /api/circles', { body });
    const { name: panda } = await olu.call('GET /api/pandas/:id', { params: { id: gatePandaId ?? '' } });
    await vi.waitUntil(async () => (await read()).includes(`<p>Kites,1,${panda}</p>`), 20_000);
    await vi.waitUntil(async () => (await open(gated)).html.includes(`<p>Kites,1,${panda}</p>`), 20_000);
    await vi.waitUntil(async () => (await open(id)).html.includes('<p>Moss,1,</p>'), 20_000);
    const { html, status } = await open(id);
    expect(status).toBe(200);
    expect(html).toMatch(/<title>Moss · .*<link rel="canonical" href="[^"]*\/groups\/\w{24}">/s);

    await ana.call('POST /api/circles/:id/join', { params: { id }, body: {} });
    expect(await read()).toContain(`<p>Kites,1,${panda}</p>`);
    await vi.waitUntil(async () => (await read()).includes('<p>Moss,2,</p>'), 20_000);

    await olu.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    expect(await read()).not.toContain(panda);
    expect((await open(gated)).html).not.toContain(panda);
    expect(await readList()).toMatchObject([{ name: 'Kites', gatePanda: null }, { name: 'Moss' }]);
    await vi.waitUntil(async () => (await read()).includes('<p>Kites,1,</p>'), 20_000);

    await maya.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Moss' } });
    expect(await read()).not.toContain('Moss');
    expect(await open(id)).toMatchObject({ status: 404, html: expect.not.stringContaining('Moss') });
    await vi.waitUntil(async () => (await open(id)).html.includes('<p>Gone</p>'), 20_000);
    // Like a circle that never existed, whatever its id: anybody can request many of those.
    for (const other of ['0'.repeat(24), 'none-such']) expect(await open(other)).toEqual(await open(id));
  } finally {
    await served.close();
    await app.close();
    await versions.remove();
  }
});
