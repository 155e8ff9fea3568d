import { exampleAnswers } from '@frens/contract/fixtures';
import { keptQuizKey } from '@frens/contract/kept-quiz';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const day = 24 * 60 * 60 * 1_000;

/** Opens the sign-up with this in local storage. */
async function open(kept: object, language: 'en' | 'es' = 'en') {
  cleanup();
  localStorage.setItem(keptQuizKey, JSON.stringify(kept));
  await renderRemote(remote, { path: '/auth?tab=register', user: null, language });
  await screen.findByRole('heading', { level: 1 });
}

it('names the Panda of a quiz taken before sign-up, and ignores other data', async () => {
  const responses = Object.entries(exampleAnswers).map(([lab, response]) => ({ lab: Number(lab), response }));
  const submission = { pictureSeed: '7e57000000000000', responses };
  await open({ keptAt: Date.now(), submission });
  expect(screen.getByText('Gentle Hearth is waiting for you')).toBeTruthy();
  await open({ keptAt: Date.now(), submission }, 'es');
  expect(screen.getByText('Hogar Tierno te espera')).toBeTruthy();

  cleanup();
  await renderRemote(remote, { path: '/auth', user: null });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'Your Panda' })).toBeNull();

  const others = [
    { keptAt: Date.now() - 8 * day, submission },
    { keptAt: Date.now(), submission: { ...submission, responses: responses.slice(1) } },
    { keptAt: Date.now(), submission: { ...submission, pictureSeed: 7 } },
    {},
  ];
  for (const other of others) {
    await open(other);
    expect(screen.queryByRole('region', { name: 'Your Panda' })).toBeNull();
  }
});
