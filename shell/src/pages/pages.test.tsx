import { mock } from '@frens/contract/mocks';
import { i18n, languages, queryClient, queryKeys } from '@frens/platform';
import { Route, Routes } from '@frens/platform/internal';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { setupServer } from 'msw/node';
import { Suspense } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StaticPageScreen } from '../routes/shell-screens.ts';
import { BackupScreen } from './backup.screen.tsx';
import { NotFoundScreen } from './not-found.screen.tsx';
import { aboutPath, footerColumns, isStaticPage, staticPages } from './static-pages.ts';

const server = setupServer(
  mock('GET /api/circles', () => []),
  mock('GET /api/pandas', () => []),
);

beforeAll(async () => {
  await startTestTexts();
  await StaticPageScreen.preload?.();
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(async () => {
  queryClient.clear();
  queryClient.setQueryData(queryKeys.session, null);
  await i18n.changeLanguage('en');
});
afterEach(cleanup);
afterAll(() => server.close());

/** Awaited: the drawings that a page puts off until it is painted never come in an `act` that nobody waits for. */
function open(path: string) {
  return act(async () =>
    render(
      <TestProviders path={path}>
        <Suspense fallback={<p>Loading</p>}>
          <Routes>
            <Route path="/about/:page" element={<StaticPageScreen />} />
            <Route path="/backup" element={<BackupScreen />} />
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
      </TestProviders>,
    ),
  );
}

async function faults(container: HTMLElement) {
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

const pages = Object.keys(staticPages).filter(isStaticPage);

describe('StaticPageScreen', () => {
  it('has a page for every entry of the footer', () => {
    expect(footerColumns.flatMap((column) => [...column.pages]).sort()).toEqual([...pages].sort());
  });

  it.each(pages)('says something under every heading of %s, in both languages', async (page) => {
    for (const language of languages) {
      await i18n.changeLanguage(language);
      const { container } = await open(aboutPath(page));
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(i18n.t(`shell:footer.${page}`));
      expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(staticPages[page].length);
      expect(container.textContent).not.toMatch(/\{\{|\.(title|text|lead)\b/);
      cleanup();
    }
  });

  it('is free of accessibility faults', async () => {
    const { container } = await open('/about/terms');
    expect(await faults(container)).toEqual([]);
  });

  it.each(['/about/nothing', '/about/toString'])('does not know %s', async (path) => {
    await open(path);
    expect(screen.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeTruthy();
  });
});

describe('NotFoundScreen', () => {
  it('says so and leads home', async () => {
    const { container } = await open('/nowhere');
    expect(screen.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the home page' }).getAttribute('href')).toBe('/');
    expect(await faults(container)).toEqual([]);
  });
});

describe('BackupScreen', () => {
  it('shows the economy, three stories with their categories, and the way in (D46)', async () => {
    const { container } = await open('/backup');
    expect(screen.getByRole('heading', { level: 1, name: 'A Panda-powered economy' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'Real Community Impact' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'Join the Movement' })).toBeTruthy();
    for (const category of ['Creative', 'Service', 'Growth']) expect(screen.getByText(category)).toBeTruthy();
    expect(screen.getAllByText('Sample story')).toHaveLength(3);
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Explore Panda System', '/panda'],
      ['Take Your Vibe Quiz', '/vibe-quiz'],
      ['All circles', '/groups'],
      ['All rising Pandas', '/panda?sort=rising'],
      ['Join the Fren Universe', '/auth?tab=register'],
      ['Start with Vibe Quiz', '/vibe-quiz'],
    ]);
    expect(await faults(container)).toEqual([]);
  });
});
