import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, use, useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SiteRouter } from './site-router.tsx';
import { openTestPlatform } from './testing/test-providers.tsx';
import { useSearchParams } from './use-search-params.ts';

const path = '/panda?for=c-1';
const setters = new Set<unknown>();
beforeEach(() => openTestPlatform());
afterEach(() => {
  cleanup();
  setters.clear();
});

function Filters() {
  const [params, change] = useSearchParams();
  useEffect(() => void setters.add(change), [change]);
  const set = (name: string, value: string) =>
    change(
      (current) => {
        current.set(name, value);
        return current;
      },
      { replace: true },
    );
  return (
    <button
      type="button"
      onClick={() => {
        set('q', 'summit');
        set('sort', 'fq');
      }}
    >
      {`${params}`}
    </button>
  );
}

it('keeps each of several changes that come before the address is rendered', () => {
  render(
    <SiteRouter memory={{ Router: MemoryRouter, path }}>
      <Filters />
    </SiteRouter>,
  );
  const button = screen.getByRole('button', { name: 'for=c-1' });
  fireEvent.click(button);
  expect(button.textContent).toBe('for=c-1&q=summit&sort=fq');
  expect(setters.size).toBe(1);
});

it('shows a change at once where the router renders the address later', async () => {
  const never = new Promise<never>(() => {});
  function Rest() {
    const { search } = useLocation();
    return search === '?for=c-1' ? search : use(never);
  }
  render(
    <SiteRouter memory={{ Router: MemoryRouter, path }} useTransitions>
      <Suspense>
        <Filters />
        <Rest />
      </Suspense>
    </SiteRouter>,
  );
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'for=c-1' })));
  expect(screen.getByRole('button').textContent).toBe('for=c-1&q=summit&sort=fq');
  expect(screen.getByText('?for=c-1')).toBeTruthy();
});
