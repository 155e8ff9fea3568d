import { addTexts } from '@frens/platform/internal';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RemotePage } from '../routes/remote-page.tsx';
import { buildComposition, buildModule, buildVersion } from '../testing/build-composition.ts';
import type { ModuleLoader } from './load-remote.ts';
import { createRemotes } from './remotes.ts';
import { RemotesProvider } from './remotes-context.tsx';

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
async function openQuiz(load: ModuleLoader, live = buildComposition(buildVersion(), circles)) {
  const remotes = createRemotes({
    composition: buildComposition(buildVersion(), circles),
    load: (version) =>
      version.descriptor.name === 'mf-community' ? Promise.resolve({ remote: circlesModule }) : load(version),
    addTexts,
    fetchComposition: async () => live,
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

describe('RemoteOutlet', () => {
  it('shows a remote that loads', async () => {
    await openQuiz(async () => ({ remote: buildModule() }));
    expect(await screen.findByText('The quiz')).toBeTruthy();
  });

  it.each([
    ['is missing', () => Promise.reject(new Error('#RUNTIME-008')), 'REMOTE-102'],
    ['answers garbage', () => Promise.resolve('garbage'), 'REMOTE-103'],
    ['throws when loaded', () => Promise.reject(new TypeError('boom')), 'REMOTE-104'],
  ])(
    'names a remote that %s, leaves the others working, and tries again when somebody comes back (D62)',
    async (_case, broken, code) => {
      const load = vi
        .fn<ModuleLoader>()
        .mockImplementationOnce(broken)
        .mockResolvedValue({ remote: buildModule() });
      const user = await openQuiz(load);

      const notice = await screen.findByRole('alert');
      expect(notice.textContent).toMatch(/quiz/i);
      expect(notice.textContent).toContain(code);

      await user.click(screen.getByRole('link', { name: '/groups' }));
      await screen.findByText('The circles');

      await user.click(screen.getByRole('link', { name: '/vibe-quiz' }));
      await screen.findByText('The quiz');
    },
  );

  it('keeps what a remote throws while rendering in its own place, and renders it again on Retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {}); // React reports the error that the boundary caught.
    let broken = true;
    const Component = () => {
      if (broken) throw new Error('no render');
      return <p>The quiz</p>;
    };
    const user = await openQuiz(async () => ({
      remote: buildModule({ routes: [{ path: '/vibe-quiz', Component }] }),
    }));

    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('REMOTE-105');
    await user.click(screen.getByRole('link', { name: '/groups' }));
    await screen.findByText('The circles');

    broken = false;
    await user.click(screen.getByRole('link', { name: '/vibe-quiz' }));
    const retry = screen.queryByRole('button', { name: 'Retry' });
    if (retry) await user.click(retry);
    await screen.findByText('The quiz');
  });

  it('takes the version that is live by the time of the Retry', async () => {
    const repaired = buildVersion({ version: '1.0.1', mf: 'mf_quiz_1_0_1' });
    const load = vi.fn<ModuleLoader>(async ({ version }) => {
      if (version === '1.0.0') throw new Error('#RUNTIME-008');
      return { remote: buildModule() };
    });
    const user = await openQuiz(load, buildComposition(repaired, circles));
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await screen.findByText('The quiz');
    expect(load).toHaveBeenLastCalledWith(repaired);
  });
});
