import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

describe('Button', () => {
  it('acts on a press, Enter and Space', async () => {
    const user = userEvent.setup();
    const press = vi.fn<() => void>();
    render(<Button onClick={press}>Connect</Button>);
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await user.keyboard('{Enter}');
    await user.keyboard(' ');
    expect(press).toHaveBeenCalledTimes(3);
  });

  it('ignores presses while loading, and keeps label and focus', async () => {
    const user = userEvent.setup();
    const press = vi.fn<() => void>();
    const submit = vi.fn<() => void>();
    render(
      <form onSubmit={submit}>
        <Button type="submit" loading onClick={press}>
          Connecting…
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Connecting…' });
    await user.click(button);
    await user.keyboard('{Enter}');
    expect(press).not.toHaveBeenCalled();
    expect(submit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('keeps the focus while loading among disabled buttons', async () => {
    const user = userEvent.setup();
    const press = vi.fn<() => void>();
    const answers = (isSending: boolean) => (
      <>
        <Button loading={isSending} disabled={isSending} onClick={press}>
          Accept
        </Button>
        <Button disabled={isSending}>Decline</Button>
      </>
    );
    const view = render(answers(false));
    const accept = screen.getByRole<HTMLButtonElement>('button', { name: 'Accept' });
    await user.click(accept);
    view.rerender(answers(true));
    // jsdom leaves the focus on a disabled button; browsers do not.
    expect(accept.disabled).toBe(false);
    await user.keyboard('{Enter}');
    expect(press).toHaveBeenCalledOnce();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Decline' }).disabled).toBe(true);
  });

  it('does not submit a form by default', async () => {
    const user = userEvent.setup();
    const submit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button>Cancel</Button>
        <Button type="submit">Save</Button>
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(submit).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(submit).toHaveBeenCalledOnce();
  });

  it('styles a link and adds its icon inside', () => {
    render(
      <Button asChild icon={<svg data-testid="icon" />}>
        <a href="/groups">Circles</a>
      </Button>,
    );
    const link = screen.getByRole('link', { name: 'Circles' });
    expect(link.getAttribute('href')).toBe('/groups');
    expect(link.contains(screen.getByTestId('icon'))).toBe(true);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
