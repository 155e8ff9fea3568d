import { Heading, queryClient, queryKeys } from '@frens/platform';
import { addTexts } from '@frens/platform/internal';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createRemotes } from '../composition/remotes.ts';
import { RemotesProvider } from '../composition/remotes-context.tsx';
import { buildComposition, buildModule, buildVersion } from '../testing/build-composition.ts';
import { Site } from './site.tsx';

beforeAll(startTestTexts);
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
