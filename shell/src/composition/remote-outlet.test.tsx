import { addTexts, lazyScreen } from '@frens/platform';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
async function openQuiz(
  load: ModuleLoader,
  live = buildComposition(buildVersion(), circles),
  loadDocument = () => {},
  version = buildVersion(),
) {
  const remotes = createRemotes({
    composition: buildComposition(version, circles),
    load: (version) =>
      version.descriptor.name === 'mf-community' ? Promise.resolve({ remote: circlesModule }) : load(version),
    addTexts,
    fetchComposition: async () => live,
    loadDocument,
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

  it.each([
    ['ChunkLoadError: Loading chunk 12 failed.', 'REMOTE-102'],
    ['Loading css chunk 12 failed.', 'REMOTE-102'],
    ['no render', 'REMOTE-105'],
  ])('tells a screen whose file is lost from one that throws: %s', async (message, code) => {
    vi.spyOn(console, 'error').mockImplementation(() => {}); // React reports the error that the boundary caught.
    const Component = lazyScreen(() => Promise.reject(new Error(message)));
    await openQuiz(async () => ({ remote: buildModule({ routes: [{ path: '/vibe-quiz', Component }] }) }));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Not available right now: The Vibe Quiz');
    expect(notice.textContent).toContain(code);
  });

  describe('a remote that throws while rendering', () => {
    let broken: boolean;

    /** Opens the quiz, which is broken, and waits until its place says so. */
    async function openBrokenQuiz() {
      vi.spyOn(console, 'error').mockImplementation(() => {}); // React reports the error that the boundary caught.
      broken = true;
      const Component = () => {
        if (broken) throw new Error('no render');
        return <p>The quiz</p>;
      };
      const user = await openQuiz(async () => ({
        remote: buildModule({ routes: [{ path: '/vibe-quiz', Component }] }),
      }));
      expect((await screen.findByRole('alert')).textContent).toContain('REMOTE-105');
      return user;
    }

    it('fails in its own place, and is rendered again on Retry', async () => {
      const user = await openBrokenQuiz();
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect((await screen.findByRole('alert')).textContent).toContain('REMOTE-105');

      broken = false;
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await screen.findByText('The quiz');
      expect(screen.queryByRole('alert')).toBeNull();
    });

    it('is rendered again when its page is opened once more from itself', async () => {
      const user = await openBrokenQuiz();
      broken = false;
      await user.click(screen.getByRole('link', { name: '/vibe-quiz' }));
      await screen.findByText('The quiz');
      expect(screen.queryByRole('alert')).toBeNull();
    });

    it('leaves the others working, and is rendered again when somebody comes back (D62)', async () => {
      const user = await openBrokenQuiz();
      await user.click(screen.getByRole('link', { name: '/groups' }));
      await screen.findByText('The circles');
      expect(screen.queryByRole('alert')).toBeNull();

      broken = false;
      await user.click(screen.getByRole('link', { name: '/vibe-quiz' }));
      await screen.findByText('The quiz');
      expect(screen.queryByRole('alert')).toBeNull();
    });
  });

  it('loads the page anew where another version is live by the time of the Retry: this page may not run it', async () => {
    const repaired = buildVersion({ version: '1.0.1', mf: 'mf_quiz_1_0_1' });
    const load = vi.fn<ModuleLoader>().mockRejectedValue(new Error('#RUNTIME-008'));
    const loadDocument = vi.fn();
    const user = await openQuiz(load, buildComposition(repaired, circles), loadDocument);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledTimes(1));
    expect(load).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('link', { name: '/groups' }));
    await screen.findByText('The circles');
  });

  it('takes what is said of its version by the time of the Retry', async () => {
    const wrong = buildVersion({ descriptor: { platform: 2 } });
    const load = vi.fn<ModuleLoader>(async () => ({ remote: buildModule() }));
    const user = await openQuiz(load, undefined, undefined, wrong);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText('The quiz');
    expect(load).toHaveBeenCalledTimes(1);
  });
});
