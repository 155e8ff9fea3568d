import { i18n, queryClient, useTranslation } from '@frens/platform';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { useRendered } from './use-rendered.ts';

beforeAll(() => startTestTexts());
afterEach(async () => {
  cleanup();
  queryClient.clear();
  await i18n.changeLanguage('en');
});

const answers: ((items: string[]) => void)[] = [];
const brought = { queryKey: ['list', 'rendered'], queryFn: () => Promise.reject(new Error('Asked')) };
const asked = {
  queryKey: ['list'],
  queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
};

function List({ isNear }: { isNear: boolean }) {
  useTranslation('shell');
  const { list, rendered } = useRendered<string>(brought, asked, isNear);
  return <p>{rendered ? `rendered: ${rendered.join()}` : `fetched: ${list.data?.join()}`}</p>;
}
const page = (isNear: boolean) => (
  <TestProviders path="/">
    <List isNear={isNear} />
  </TestProviders>
);

/** Opens a page that was rendered with a list, near its end. */
function open() {
  answers.length = 0;
  queryClient.setQueryData(brought.queryKey, ['soup']);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page(false));
  return render(page(true), { container, hydrate: true });
}
const shown = () => screen.getByText(/^(rendered|fetched)/).textContent;
const answer = (...items: string[]) => answers.at(-1)?.(items);

it('shows what was rendered until another answer is there, which is not asked for before the list is near', async () => {
  const { rerender } = open();
  expect([shown(), answers.length]).toEqual(['rendered: soup', 0]);
  rerender(page(false));
  // As after Back from another document (bootstrap.tsx).
  await queryClient.resetQueries({ queryKey: brought.queryKey });
  rerender(page(false));
  expect([shown(), answers.length]).toEqual(['rendered: soup', 0]);
  rerender(page(true));
  expect([shown(), answers.length]).toEqual(['rendered: soup', 1]);
  answer('soup');
  await expect.poll(() => queryClient.getQueryData(asked.queryKey)).toEqual(['soup']);
  rerender(page(true));
  expect(shown()).toBe('rendered: soup');
  void queryClient.invalidateQueries({ queryKey: asked.queryKey });
  answer('walk');
  await expect.poll(shown).toBe('fetched: walk');
});

it('does not come back to what was rendered, which stands there no more', async () => {
  const { rerender } = open();
  await i18n.changeLanguage('es');
  await expect.poll(() => answers.length).toBe(1);
  answer('soup');
  await expect.poll(shown).toBe('fetched: soup');
  await i18n.changeLanguage('en');
  rerender(page(true));
  expect(shown()).toBe('fetched: soup');
});
