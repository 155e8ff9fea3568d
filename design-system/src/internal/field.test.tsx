import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { SearchField } from '../search-field/search-field.tsx';
import { TextArea } from '../text-area/text-area.tsx';
import { TextField } from '../text-field/text-field.tsx';

afterEach(cleanup);

const props = { label: 'Bio', limit: 20 };
const fields = {
  TextField: () => {
    const [value, setValue] = useState('');
    return (
      <TextField {...props} hint="A hint" value={value} onChange={(event) => setValue(event.target.value)} />
    );
  },
  TextArea: () => {
    const [value, setValue] = useState('');
    return (
      <TextArea {...props} hint="A hint" value={value} onChange={(event) => setValue(event.target.value)} />
    );
  },
  SearchField: () => {
    const [value, setValue] = useState('');
    return <SearchField {...props} value={value} onValueChange={(change) => setValue(change.value)} />;
  },
};

describe.each(Object.entries(fields))('the limit of a %s', (_name, Field) => {
  it('is announced near and above it, counted as by the server, without truncation', async () => {
    const user = userEvent.setup();
    render(<Field />);
    const box = screen.getByLabelText<HTMLInputElement>('Bio');
    const said = () => {
      const ids = box.getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent).filter((text) => text !== 'A hint');
    };
    await user.click(box);
    await user.paste('🌱'.repeat(17));
    expect(said()).toEqual([]);
    // Combining marks are composed, and surrounding space is trimmed.
    await user.paste('n\u0303  ');
    expect(said()).toEqual(['2 characters left']);
    expect(box.getAttribute('aria-invalid')).toBeNull();
    await user.paste('🌱'.repeat(10));
    expect(said()).toEqual(['10 characters too many']);
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect([...box.value]).toHaveLength(31);
  });
});
