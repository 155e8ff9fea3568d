import { RemoteDescriptor } from '@frens/compose';
import { lastShown } from '@frens/compose/server';
import { promote, renderFile } from '@frens/compose/store';
import { expect, it, vi } from 'vitest';
import { storeOfVersions } from '../../shell/compose/src/testing/store-of-versions.ts';
import { mountSite } from './mount-site.ts';
import { quizSubmission } from './testing/factories.ts';
import { serveApp } from './testing/serve-app.ts';
import { startTestApp } from './testing/test-app.ts';

// Builds that no bundler made: a page with the names of circles, and of the Pandas that one backs to get in.
const call = '/api/circles?limit=24';
const template = '<html lang="en"><head></head><body><div id="root"></div><!--page-data--></body></html>';
const shellBuild = `exports.provided = {}; exports.renderPage = async (page, remote) => remote ? remote.say(page) : { html: '', title: 'Home', description: '', failures: [] };`;
const circlesBuild = `exports.say = ({ answers }) => {
  const list = answers ? answers['${call}'].body : [];
  const html = list.map(({ name, memberCount, gatePanda }) => '<p>' + [name, memberCount, gatePanda?.name].join() + '</p>').join('');
  return { html, title: 'Circles', description: '', failures: [], ...(answers ? { data: [[['circles'], list]] } : { calls: ['${call}'] }) };
};`;

it('renders a list for everybody, keeps it while members join, and no longer has on the next request what is hidden by then (D16)', async () => {
  const [app, versions] = [await startTestApp(), await storeOfVersions()];
  const { store } = versions;
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-community',
    platform: 1,
    area: { en: 'Circles', es: 'Círculos' },
    paths: [{ path: '/groups', access: 'public' }],
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
  const readList = async () => JSON.parse(await read(call));
  try {
    const [maya, olu, ana] = [await app.member(), await app.member(), await app.member()];
    const { pandaId: gatePandaId } = await olu.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const body = { name: 'Kites', circleType: 'stake_gated', gatePandaId, gateMinAmount: '1' } as const;
    const { id } = await maya.call('POST /api/circles', { body: { name: 'Moss' } });
    await maya.call('POST /api/circles', { body });
    const { name: panda } = await olu.call('GET /api/pandas/:id', { params: { id: gatePandaId ?? '' } });
    await vi.waitUntil(async () => (await read()).includes(`<p>Kites,1,${panda}</p>`), 20_000);

    await ana.call('POST /api/circles/:id/join', { params: { id }, body: {} });
    expect(await read()).toContain(`<p>Kites,1,${panda}</p>`);
    await vi.waitUntil(async () => (await read()).includes('<p>Moss,2,</p>'), 20_000);

    await olu.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    expect(await read()).not.toContain(panda);
    expect(await readList()).toMatchObject([{ name: 'Kites', gatePanda: null }, { name: 'Moss' }]);
    await vi.waitUntil(async () => (await read()).includes('<p>Kites,1,</p>'), 20_000);

    await maya.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Moss' } });
    expect(await read()).not.toContain('Moss');
  } finally {
    await served.close();
    await app.close();
    await versions.remove();
  }
});
