import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RadioCards } from './radio-cards.tsx';

afterEach(cleanup);

const options = [
  { value: 'open', label: 'Open', description: 'Anyone can join' },
  { value: 'invite', label: 'Invite only' },
  { value: 'stake_gated', label: 'Stake gated', disabled: true },
];

describe('RadioCards', () => {
  it('reports the selected value, by pointer and by arrow key', async () => {
    const user = userEvent.setup();
    const change = vi.fn<(change: { value: string }) => void>();
    render(<RadioCards label="Circle type" options={options} defaultValue="open" onValueChange={change} />);
    await user.click(screen.getByText('Invite only'));
    expect(change).toHaveBeenLastCalledWith({ value: 'invite' });
    await user.keyboard('{ArrowUp}');
    expect(change).toHaveBeenLastCalledWith({ value: 'open' });
  });

  it('shows the value it is given', () => {
    const { rerender } = render(<RadioCards label="Circle type" options={options} value="open" />);
    expect(screen.getByRole('radio', { name: /Open/ })).toHaveProperty('checked', true);
    rerender(<RadioCards label="Circle type" options={options} value="invite" />);
    expect(screen.getByRole('radio', { name: /Invite/ })).toHaveProperty('checked', true);
  });

  it('does not select a disabled value', async () => {
    const user = userEvent.setup();
    const change = vi.fn<(change: { value: string }) => void>();
    render(<RadioCards label="Circle type" options={options} onValueChange={change} />);
    await user.click(screen.getByText('Stake gated'));
    expect(change).not.toHaveBeenCalled();
  });

  it('shows its error above the cards if there is a search field', () => {
    const { container } = render(
      <RadioCards label="Panda" options={options} error="Not found">
        <input type="search" aria-label="Find" />
      </RadioCards>,
    );
    expect(container.textContent).toMatch(/^PandaNot foundOpen/);
  });

  it('labels the group and announces its error', () => {
    render(<RadioCards label="Circle type" options={options} error="Please select a circle type" />);
    const group = screen.getByRole('group', { name: 'Circle type' });
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Please select a circle type',
    );
  });
});
