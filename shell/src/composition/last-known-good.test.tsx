import type { Composition, RemoteVersion } from '@frens/compose';
import { addTexts, lazyScreen } from '@frens/platform';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildComposition, buildModule, buildVersion } from '../../compose/src/testing/build-composition.ts';
import { RemotePage } from '../routes/remote-page.tsx';
import type { ModuleLoader } from './engine.ts';
import { createRemotes, RemotesProvider } from './engine.ts';

const circles = buildVersion({
  mf: 'mf_community_1_0_0',
  descriptor: {
    name: 'mf-community',
    area: { en: 'Circles', es: 'Círculos' },
    paths: [{ path: '/groups', access: 'public' }],
    nav: [],
  },
});
const circlesModule = buildModule({
  name: 'mf-community',
  routes: [{ path: '/groups', Component: () => <p>The circles</p> }],
});

/** The site around the quiz, whose loading is the test's; the circles always work. */
async function openQuiz(load: ModuleLoader, composition: Composition) {
  const remotes = createRemotes({
    composition,
    load: (version) =>
      version.descriptor.name === 'mf-community' ? Promise.resolve({ remote: circlesModule }) : load(version),
    addTexts,
    fetchComposition: async () => composition,
  });
  render(
    <TestProviders path="/vibe-quiz" links={['/vibe-quiz', '/groups']}>
      <RemotesProvider value={remotes}>
        <RemotePage notFound={<p>Nobody here</p>} />
      </RemotesProvider>
    </TestProviders>,
  );
  return userEvent.setup();
}

beforeAll(startTestTexts);
afterEach(cleanup);
beforeEach(() => {
  // A failed remote is reported on the console for the team that owns it.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

describe('a remote with a version to fall back to', () => {
  const older = buildVersion();
  const newer = buildVersion({ version: '1.1.0', mf: 'mf_quiz_1_1_0' });
  const composition = buildComposition(newer, circles);
  beforeEach(() => {
    composition.apps['mf-quiz'] = { versions: [newer, older] };
  });
  const olderQuiz = {
    remote: buildModule({ routes: [{ path: '/vibe-quiz', Component: () => <p>The older quiz</p> }] }),
  };
  const newerQuiz = (Component: ComponentType) => ({
    remote: buildModule({ routes: [{ path: '/vibe-quiz', Component }] }),
  });
  /** Loads the older version, and what a test says of the newer one. */
  const loading = (load: () => Promise<unknown>) =>
    vi.fn<ModuleLoader>(async ({ version }) => (version === newer.version ? load() : olderQuiz));

  it.each<[string, () => Promise<unknown>, string]>([
    ['cannot be loaded', () => Promise.reject(new Error('#RUNTIME-008')), 'REMOTE-102 mf-quiz 1.1.0'],
    ['does not fit', async () => 'garbage', 'REMOTE-103 mf-quiz 1.1.0'],
    ['throws at load', () => Promise.reject(new TypeError('boom')), 'REMOTE-104 mf-quiz 1.1.0'],
    [
      'throws while mounting',
      async () =>
        newerQuiz(() => {
          throw new Error('no render');
        }),
      'REMOTE-105 mf-quiz 1.1.0',
    ],
    [
      'has lost the code of its screen',
      async () =>
        newerQuiz(lazyScreen(() => Promise.reject(new Error('ChunkLoadError: Loading chunk 12 failed.')))),
      'REMOTE-102 mf-quiz 1.1.0',
    ],
  ])('shows that when the live one %s, tells it once, and keeps the choice', async (_case, broken, told) => {
    vi.spyOn(console, 'error').mockImplementation(() => {}); // React reports the error that the boundary caught.
    const load = loading(broken);
    const user = await openQuiz(load, composition);
    await screen.findByText('The older quiz');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(vi.mocked(console.warn).mock.calls.map(([line]) => String(line).slice(0, told.length))).toEqual([
      told,
    ]);

    await user.click(screen.getByRole('link', { name: '/groups' }));
    await screen.findByText('The circles');
    await user.click(screen.getByRole('link', { name: '/vibe-quiz' }));
    await screen.findByText('The older quiz');
    expect(load.mock.calls.map(([{ version }]) => version)).toEqual(['1.1.0', '1.0.0']);
  });

  it.each<[string, Partial<RemoteVersion>]>([
    [
      'one of its files has no hash',
      { files: { entry: 'entry.js', exposed: [], routes: {}, texts: { en: [], es: [] } } },
    ],
    ['it lies on an origin that is not the site’s', { base: 'https://evil.example/mf-quiz/1.1.0/' }],
  ])('asks for nothing of the live one when %s', async (_case, changes) => {
    const load = loading(async () => newerQuiz(() => <p>The newer quiz</p>));
    composition.apps['mf-quiz'] = { versions: [{ ...newer, ...changes }, older] };
    await openQuiz(load, composition);
    await screen.findByText('The older quiz');
    expect(load.mock.calls.map(([{ version }]) => version)).toEqual(['1.0.0']);
    expect(console.warn).toHaveBeenCalledWith(expect.stringMatching(/^REMOTE-101 mf-quiz 1\.1\.0: /));
  });

  it('offers Retry when that fails too, and tries the live one first again', async () => {
    let isDown = true;
    const load = vi.fn<ModuleLoader>(async ({ version }) => {
      if (isDown) throw new Error('#RUNTIME-008');
      return version === newer.version ? newerQuiz(() => <p>The newer quiz</p>) : olderQuiz;
    });
    const user = await openQuiz(load, composition);
    expect((await screen.findByRole('alert')).textContent).toContain('REMOTE-102 · mf-quiz 1.1.0');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('The newer quiz');
  });

  it('names the live one where the older one throws while mounting, and tells of both', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {}); // React reports the error that the boundary caught.
    const throwing = () => {
      throw new Error('no render');
    };
    await openQuiz(async ({ version }) => {
      if (version === newer.version) throw new TypeError('boom');
      return newerQuiz(throwing);
    }, composition);
    expect((await screen.findByRole('alert')).textContent).toContain('REMOTE-104 · mf-quiz 1.1.0');
    const told = vi.mocked(console.warn).mock.calls.map(([line]) => String(line).slice(0, 24));
    expect(told).toEqual(['REMOTE-104 mf-quiz 1.1.0', 'REMOTE-105 mf-quiz 1.0.0']);
  });

  it('does not exchange what somebody has begun to use', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {}); // React reports the error that the boundary caught.
    const Component = () => {
      const [isBroken, setBroken] = useState(false);
      if (isBroken) throw new Error('no render');
      return <button onClick={() => setBroken(true)}>Answer</button>;
    };
    const user = await openQuiz(
      loading(async () => newerQuiz(Component)),
      composition,
    );
    await user.click(await screen.findByRole('button', { name: 'Answer' }));
    expect((await screen.findByRole('alert')).textContent).toContain('REMOTE-105 · mf-quiz 1.1.0');
  });

  it('says what failed on a page that the older version does not have', async () => {
    const load = vi.fn<ModuleLoader>(async ({ version }) => {
      if (version === newer.version) throw new TypeError('boom');
      return { remote: buildModule({ routes: [{ path: '/other', Component: () => 'Another page' }] }) };
    });
    await openQuiz(load, composition);
    expect((await screen.findByRole('alert')).textContent).toContain('REMOTE-104 · mf-quiz 1.1.0');
  });
});
