import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense, startTransition, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { describeComponent } from '../internal/describe-component.tsx';
import { SearchField } from './search-field.tsx';

afterEach(cleanup);

describeComponent('SearchField', SearchField, {
  props: { label: 'Search circles…', value: 'roof', onValueChange: () => {} },
  rest: (container) => container.querySelector('input'),
});

function Held() {
  const [value, setValue] = useState('');
  return (
    <SearchField label="Search circles…" value={value} onValueChange={(change) => setValue(change.value)} />
  );
}

describe('SearchField', () => {
  it('reports each change', async () => {
    const user = userEvent.setup();
    render(<Held />);
    await user.type(screen.getByRole('searchbox', { name: 'Search circles…' }), 'roof');
    expect(screen.getByDisplayValue('roof')).toBeDefined();
  });

  it('keeps every key while its owner renders them later', async () => {
    const user = userEvent.setup();
    const Found = lazy(() => new Promise<never>(() => {}));
    function Waiting() {
      const [value, setValue] = useState('');
      const search = (change: { value: string }) => startTransition(() => setValue(change.value));
      return (
        <Suspense>
          <SearchField label="Search circles…" value={value} onValueChange={search} />
          {value === '' ? null : <Found />}
        </Suspense>
      );
    }
    render(<Waiting />);
    await user.type(screen.getByRole('searchbox'), 'roof');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'roof');
  });

  it('is cleared by its button, and keeps the focus', async () => {
    const user = userEvent.setup();
    render(<Held />);
    const box = screen.getByRole('searchbox');
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    await user.type(box, 'roof');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(box).toHaveProperty('value', '');
    expect(document.activeElement).toBe(box);
  });

  it('is cleared by Escape', async () => {
    const user = userEvent.setup();
    render(<Held />);
    await user.type(screen.getByRole('searchbox'), 'roof{Escape}');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });
});
