import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { remote } from '../../../remote.tsx';

/** Sets up screen tests: preloads the screen, and empties storage before each test. */
export function prepareQuizTests(): void {
  beforeAll(() =>
    Promise.all([
      ...remote.routes.map(async ({ Component }) => Component.preload?.()),
      import('@frens/design-system/radar-chart'),
    ]),
  );
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    vi.stubGlobal('scrollTo', () => {});
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

/** Opens the quiz and waits for its lab, or for its result. */
export async function openQuiz(options: Partial<RenderOptions> = {}) {
  const page = await renderRemote(remote, { path: '/vibe-quiz', ...options });
  await screen.findAllByRole('heading', { level: 2 });
  return page;
}

/** Answer buttons of the open lab. */
export function cards(): HTMLElement[] {
  return within(screen.getByRole('group', { name: /^(Your answer|Tu respuesta)$/ })).getAllByRole('button');
}

/** Answers labs from the open one to `last` with their first option. */
export function answerLabs(last: number, first = 1): void {
  for (let number = first; number <= last; number++) act(() => cards()[0]?.click());
}
