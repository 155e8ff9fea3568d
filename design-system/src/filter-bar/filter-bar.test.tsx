import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { SelectField } from '../select-field/select-field.tsx';
import { FilterBar } from './filter-bar.tsx';

afterEach(cleanup);

function Browse() {
  const [gender, setGender] = useState('');
  return (
    <FilterBar
      filters={
        <SelectField
          label="Gender"
          value={gender}
          onChange={(event) => setGender(event.target.value)}
          options={[
            { value: '', label: 'All' },
            { value: 'female', label: 'Woman' },
          ]}
        />
      }
      activeCount={gender === '' ? 0 : 1}
      applyLabel="Show frens"
    />
  );
}

describe('FilterBar', () => {
  it('shows the same filters in a sheet, and counts active ones on its button', async () => {
    const user = userEvent.setup();
    render(<Browse />);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Filters' }));
    await user.selectOptions(sheet.getByLabelText('Gender'), 'female');
    await user.click(sheet.getByRole('button', { name: 'Show frens' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeDefined();
    expect(screen.getByLabelText('Gender')).toHaveProperty('value', 'female');
  });
});
