import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestPlatform, TestProviders } from './testing/test-providers.tsx';
import { useSearchParams } from './use-search-params.ts';

beforeEach(() => openTestPlatform());
afterEach(cleanup);

function Filters() {
  const [params, change] = useSearchParams();
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
    <TestProviders path="/panda?for=c-1">
      <Filters />
    </TestProviders>,
  );
  const button = screen.getByRole('button', { name: 'for=c-1' });
  fireEvent.click(button);
  expect(button.textContent).toBe('for=c-1&q=summit&sort=fq');
});
