import type { RemoteVersion } from '@frens/compose';
import { addTexts } from '@frens/platform';
import { openTestPlatform, startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildComposition, buildModule, buildVersion } from '../../compose/src/testing/build-composition.ts';
import type { ModuleLoader } from '../composition/engine.ts';
import { createRemotes, RemotesProvider } from '../composition/engine.ts';
import { DevComposition } from './dev-composition.tsx';
import { readTimeline } from './read-timeline.ts';
import { withVersion } from './wanted-versions.ts';

const published = {
  'mf-quiz': [
    { version: '1.1.0', at: '2026-11-23T10:00:00.000Z' },
    { version: '1.0.0', at: '2026-11-20T10:00:00.000Z' },
  ],
};
const server = setupServer();
const brand = { site: 'Frens', product: 'Fren' };
const composition = buildComposition(buildVersion());

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(async () => {
  performance.clearMeasures();
  openTestPlatform();
  await startTestTexts();
  await addTexts('dev', {
    en: () => import('../../locales/dev/en.json'),
    es: () => import('../../locales/dev/es.json'),
  });
  server.use(
    http.get('*/dev/versions.json', () => HttpResponse.json(published)),
    http.get('*/composition.json', () => HttpResponse.json(composition)),
  );
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

function open(load: ModuleLoader, wanted?: string, composed = composition) {
  const remotes = createRemotes({
    composition: composed,
    load,
    addTexts: async () => {},
    fetchComposition: async () => composition,
  });
  const preview = wanted === undefined ? undefined : { wanted, isPublished: true };
  render(
    <TestProviders path="/dev/composition">
      <RemotesProvider value={remotes}>
        <DevComposition page={{ brand, composition, live: 'abc', preview }} />
      </RemotesProvider>
    </TestProviders>,
  );
  return within(screen.getByRole('article', { name: 'mf-quiz' }));
}

it('says of a remote that nobody asked for, loads it when told, and then how long each phase took', async () => {
  const card = open(async () => ({ remote: buildModule() }));
  expect(card.getByText('Not asked for')).toBeTruthy();
  expect(card.getByText('Nothing of it has been fetched yet.')).toBeTruthy();
  await userEvent.click(card.getByRole('button', { name: 'Load it now' }));
  expect(await card.findByText('Loaded')).toBeTruthy();
  expect(card.getByText('1.0.0')).toBeTruthy();
  expect(card.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Module\d+ ms$/),
    expect.stringMatching(/^Texts\d+ ms$/),
  ]);
});

it('says why one failed, and tries it again', async () => {
  let fails = true;
  const quiet = vi.spyOn(console, 'warn').mockReturnValue();
  const card = open(async () => {
    if (fails) throw new Error('the module threw');
    return { remote: buildModule() };
  });
  await userEvent.click(card.getByRole('button', { name: 'Load it now' }));
  expect(await card.findByText(/^REMOTE-104 mf-quiz 1\.0\.0: .*the module threw/)).toBeTruthy();
  expect(quiet).toHaveBeenCalledOnce();
  fails = false;
  await userEvent.click(card.getByRole('button', { name: 'Try again' }));
  expect(await card.findByText('Loaded')).toBeTruthy();
});

it('says where the version before stands in, and that nothing stands in for it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const before = buildVersion({ version: '0.9.0', base: '/remotes/mf-quiz/0.9.0/' });
  const load = async ({ version }: { version: string }) => {
    if (version === '1.0.0') throw new Error('the module threw');
    return { remote: buildModule() };
  };
  const { host, apps } = composition;
  const versions: [RemoteVersion, RemoteVersion] = [buildVersion(), before];
  const card = open(load, undefined, { host, apps: { ...apps, 'mf-quiz': { versions } } });
  expect(card.getByText('Would stand in for it: 0.9.0')).toBeTruthy();
  await userEvent.click(card.getByRole('button', { name: 'Load it now' }));
  expect(await card.findByText('Stands in')).toBeTruthy();
  expect(card.getByText('0.9.0')).toBeTruthy();
  expect(card.getByText(/^REMOTE-104 mf-quiz 1\.0\.0/)).toBeTruthy();
  expect(card.queryByText(/^Would stand in/)).toBeNull();
});

it('says beside a previewed version which one everybody else sees', async () => {
  const live = buildComposition(buildVersion({ version: '0.9.0' }));
  server.use(http.get('*/composition.json', () => HttpResponse.json(live)));
  const card = open(async () => ({ remote: buildModule() }), 'mf-quiz@1.0.0');
  expect(await card.findByText('Live for everyone else: 0.9.0')).toBeTruthy();
  expect(card.getByText('1.0.0')).toBeTruthy();
});

it('shows another version in this tab, beside those that it previews already', async () => {
  const went = vi.spyOn(location, 'assign').mockReturnValue();
  const card = open(async () => ({ remote: buildModule() }), 'mf-panda@2.0.0');
  const show = await card.findByRole('button', { name: 'Show in this tab' });
  expect(show).toHaveProperty('disabled', true);
  await userEvent.selectOptions(card.getByRole('combobox', { name: /^Published versions/ }), '1.1.0');
  await userEvent.click(show);
  const [address] = went.mock.lastCall ?? [''];
  expect(new URL(address).searchParams.get('compose')).toBe('mf-panda@2.0.0,mf-quiz@1.1.0');
  expect(card.queryByRole('button', { name: 'Back to what is live' })).toBeNull();
});

it('leads back to what is live, of one remote or of the last', async () => {
  const went = vi.spyOn(location, 'assign').mockReturnValue();
  const card = open(async () => ({ remote: buildModule() }), 'mf-quiz@1.1.0');
  await userEvent.click(await card.findByRole('button', { name: 'Back to what is live' }));
  const [address] = went.mock.lastCall ?? [''];
  expect(new URL(address).searchParams.get('compose')).toBe('');
});

it('goes on without the list of versions, and asks for it again', async () => {
  server.use(http.get('*/dev/versions.json', () => new HttpResponse(null, { status: 500 })));
  const card = open(async () => ({ remote: buildModule() }));
  expect(await screen.findByText('We couldn’t read the list of published versions.')).toBeTruthy();
  expect(card.getByRole('button', { name: 'Load it now' })).toBeTruthy();
  server.use(http.get('*/dev/versions.json', () => HttpResponse.json(published)));
  await userEvent.click(screen.getByRole('button', { name: /try again/i }));
  expect(await card.findByRole('combobox')).toBeTruthy();
});

it('says which packages are shared, who brought them and who uses them', async () => {
  open(async () => ({ remote: buildModule() }));
  expect(await screen.findByText(/^react-dom \d/)).toBeTruthy();
  expect(screen.getAllByText(/brought by shell/).length).toBe(3);
});

it.each([
  ['', '1.1.0', 'mf-quiz@1.1.0'],
  ['mf-quiz@1.0.0', '1.1.0', 'mf-quiz@1.1.0'],
  ['mf-quiz@1.0.0,mf-panda@2.0.0', '1.1.0', 'mf-panda@2.0.0,mf-quiz@1.1.0'],
  ['mf-quiz@1.0.0,mf-panda@2.0.0', null, 'mf-panda@2.0.0'],
  ['mf-quiz-two@1.0.0', null, 'mf-quiz-two@1.0.0'],
])('asks for %j with version %j of mf-quiz as %j', (wanted, version, next) => {
  expect(withVersion(wanted, 'mf-quiz', version)).toBe(next);
});

it('counts all files of a version, and measures those that somebody waited for', () => {
  const folder = new URL('/remotes/mf-quiz/1.0.0/', location.href).href;
  const file = (name: string, startTime: number, responseEnd: number, transferSize: number) => ({
    name: folder + name,
    startTime,
    responseEnd,
    transferSize,
    encodedBodySize: 1_000,
  });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    file('entry.js', 100, 140, 1_300),
    file('later.js', 2_000, 2_050, 0),
    { ...file('entry.js', 1, 2, 3), name: folder.replace('1.0.0', '1.0.0-other') },
  ] as unknown as PerformanceEntryList);
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) =>
    name === 'mf-quiz module' ? ([{ startTime: 90, duration: 80 }] as PerformanceEntryList) : [],
  );
  expect(readTimeline('mf-quiz', '/remotes/mf-quiz/1.0.0/')).toEqual({
    spans: [
      { what: 'module', start: 90, end: 170 },
      { what: 'files', start: 100, end: 140 },
    ],
    files: 2,
    bytes: 2_000,
    cached: 1,
  });
});
