import { addTexts, Heading, queryClient, queryKeys } from '@frens/platform';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildComposition, buildModule, buildVersion } from '../../compose/src/testing/build-composition.ts';
import { preloadFrame } from '../chrome/frame.ts';
import { createRemotes, RemotesProvider } from '../composition/engine.ts';
import { Site } from './site.tsx';

beforeAll(startTestTexts);
// Lazy-loaded: the frame would suspend.
beforeAll(preloadFrame);
afterEach(cleanup);

it('keeps the page on show until the other frame has come, and then has the focus at the new heading', async () => {
  const paths = ['/vibe-quiz', '/v2/vibe-quiz'];
  const composition = buildComposition(
    buildVersion({ descriptor: { paths: paths.map((path) => ({ path, access: 'public' })) } }),
  );
  const routes = paths.map((path) => ({ path, Component: () => <Heading level={1}>{path}</Heading> }));
  const remotes = createRemotes({
    composition,
    load: async () => ({ remote: buildModule({ routes }) }),
    addTexts,
    fetchComposition: async () => composition,
  });
  await remotes.preload('/vibe-quiz');
  queryClient.setQueryData(queryKeys.session, null);
  const { container } = render(
    <TestProviders path="/vibe-quiz" links={['/v2/vibe-quiz']}>
      <RemotesProvider value={remotes}>
        <Site />
      </RemotesProvider>
    </TestProviders>,
  );
  const everydayMain = screen.getByRole('main');
  await screen.findByRole('heading', { level: 1, name: '/vibe-quiz' });
  const between: (string | null | undefined)[] = [];
  new MutationObserver(() => between.push(container.querySelector('main')?.textContent)).observe(container, {
    childList: true,
    subtree: true,
  });

  await userEvent.click(screen.getByRole('link', { name: '/v2/vibe-quiz' }));
  const heading = await screen.findByRole('heading', { level: 1, name: '/v2/vibe-quiz' });
  expect(everydayMain.isConnected).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(new Set(between)).toEqual(new Set(['/v2/vibe-quiz']));
});

describe('a page that has another version by now', () => {
  const quiz = buildVersion();
  const circles = (version: string) =>
    buildVersion({
      version,
      mf: `mf_community_${version}`,
      descriptor: { name: 'mf-community', paths: [{ path: '/groups', access: 'public' }], nav: [] },
    });
  const reload = vi.fn<() => void>();

  /** Opens the quiz on a page that has heard of other circles. */
  async function openQuiz() {
    const remotes = createRemotes({
      composition: buildComposition(quiz, circles('1.0.0')),
      load: async () => ({ remote: buildModule() }),
      addTexts,
      fetchComposition: async () => buildComposition(quiz, circles('2.0.0')),
      id: 'a',
    });
    await remotes.preload('/vibe-quiz');
    remotes.hear('b');
    await waitFor(() => expect(remotes.isBehind('/groups')).toBe(true));
    queryClient.setQueryData(queryKeys.session, null);
    render(
      <TestProviders path="/vibe-quiz" links={['/groups', '/vibe-quiz?again=1']}>
        <RemotesProvider value={remotes}>
          <Site />
        </RemotesProvider>
      </TestProviders>,
    );
    await screen.findByText('The quiz');
  }

  /** Sends something to a server that answers when it is told to. */
  function send(): () => Promise<unknown> {
    let settle = () => {};
    const sent = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const mutations = queryClient.getMutationCache();
    const sending = mutations.build(queryClient, { mutationFn: () => sent }).execute(undefined);
    return () => {
      settle();
      return sending;
    };
  }

  beforeEach(() => {
    reload.mockReset();
    vi.spyOn(location, 'reload').mockImplementation(reload);
    return () => vi.restoreAllMocks();
  });

  it('is loaded as a document, and the page before stays until it has come', async () => {
    await openQuiz();
    await userEvent.click(screen.getByRole('link', { name: '/vibe-quiz?again=1' }));
    expect(reload).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: '/groups' }));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.getByText('The quiz')).toBeTruthy();
  });

  it('waits for what is being sent', async () => {
    await openQuiz();
    const answer = send();
    await userEvent.click(screen.getByRole('link', { name: '/groups' }));
    expect(reload).not.toHaveBeenCalled();
    await answer();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('is called off for whoever goes back meanwhile', async () => {
    await openQuiz();
    const answer = send();
    await userEvent.click(screen.getByRole('link', { name: '/groups' }));
    await userEvent.click(screen.getByRole('link', { name: '/vibe-quiz?again=1' }));
    await answer();
    expect(reload).not.toHaveBeenCalled();
  });
});
