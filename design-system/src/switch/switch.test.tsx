import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Switch } from './switch.tsx';

afterEach(cleanup);

describe('Switch', () => {
  it('toggles by its label and by Space, and reports each change', async () => {
    const user = userEvent.setup();
    const change = vi.fn<(change: { checked: boolean }) => void>();
    render(<Switch label="Show my age" onCheckedChange={change} />);
    await user.click(screen.getByText('Show my age'));
    expect(change).toHaveBeenLastCalledWith({ checked: true });
    await user.keyboard(' ');
    expect(change).toHaveBeenLastCalledWith({ checked: false });
  });

  it('is controlled by its value', async () => {
    const user = userEvent.setup();
    render(<Switch label="Show my age" checked onCheckedChange={() => {}} />);
    await user.click(screen.getByRole('switch', { name: 'Show my age' }));
    expect(screen.getByRole('switch')).toHaveProperty('checked', true);
  });

  it('does nothing while it is disabled', async () => {
    const user = userEvent.setup();
    const change = vi.fn<(change: { checked: boolean }) => void>();
    render(<Switch label="Show my age" disabled onCheckedChange={change} />);
    await user.click(screen.getByText('Show my age'));
    expect(change).not.toHaveBeenCalled();
  });
});
