import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { violationsIn } from '../internal/describe-component.tsx';
import { SearchField } from '../search-field/search-field.tsx';
import { TextArea } from '../text-area/text-area.tsx';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

describe('TextField', () => {
  it('is labelled and accepts text', async () => {
    const user = userEvent.setup();
    render(<TextField label="Username" />);
    await user.type(screen.getByLabelText('Username'), 'amara');
    expect(screen.getByDisplayValue('amara')).toBeDefined();
    expect(screen.getByLabelText('Username').hasAttribute('aria-describedby')).toBe(false);
  });

  it('aligns to the typed language, like every field', () => {
    render(
      <>
        <TextField label="Name" />
        <TextArea label="Bio" />
        <SearchField label="Search" value="" onValueChange={() => undefined} />
      </>,
    );
    const fields = ['Name', 'Bio', 'Search'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
    expect(fields.map(({ dir }) => dir)).toEqual(['auto', 'auto', 'auto']);
  });

  it('announces the error before the hint and is invalid', async () => {
    const { container } = render(
      <TextField label="Username" hint="Letters and digits" error="Username must be at least 3 characters" />,
    );
    const input = screen.getByLabelText('Username');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(described(input)).toEqual(['Username must be at least 3 characters', 'Letters and digits']);
    expect(await violationsIn(container)).toEqual([]);
  });

  it('marks a required field visually and for screen readers', () => {
    render(<TextField label="Username" required />);
    const input = screen.getByRole('textbox', { name: 'Username' });
    expect(input.hasAttribute('required')).toBe(true);
    expect(screen.getByText('*').getAttribute('aria-hidden')).toBe('true');
  });

  it('keeps two fields with the same name apart', () => {
    render(
      <>
        <TextField label="Login username" name="username" hint="one" />
        <TextField label="New username" name="username" hint="two" />
      </>,
    );
    expect(described(screen.getByLabelText('Login username'))).toEqual(['one']);
    expect(described(screen.getByLabelText('New username'))).toEqual(['two']);
  });

  it('shows and hides a password', async () => {
    const user = userEvent.setup();
    render(<TextField label="Password" type="password" defaultValue="bamboo forest" />);
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.getAttribute('type')).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.getAttribute('type')).toBe('password');
  });
});
