import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../button/button.tsx';
import { violationsIn } from '../internal/describe-component.tsx';
import { TextField } from '../text-field/text-field.tsx';
import { AlertDialog, Dialog } from './dialog.tsx';

afterEach(cleanup);

function CreateCircle() {
  return (
    <Dialog
      title="Create a new circle"
      description="A place for people like you."
      trigger={<Button>Create circle</Button>}
      footer={(close) => <Button onClick={close}>Cancel</Button>}
    >
      <TextField label="Circle name" data-autofocus="" />
    </Dialog>
  );
}

describe('Dialog', () => {
  it('opens from its trigger, is labelled, and focuses the first field', async () => {
    const user = userEvent.setup();
    const { baseElement } = render(<CreateCircle />);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create circle' }));
    const dialog = screen.getByRole('dialog', { name: 'Create a new circle' });
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'A place for people like you.',
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Circle name'));
    expect(await violationsIn(baseElement)).toEqual([]);
  });

  it.each([
    ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
    [
      'its close button',
      (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Close' })),
    ],
    [
      'an action of its own',
      (user: ReturnType<typeof userEvent.setup>) =>
        user.click(screen.getByRole('button', { name: 'Cancel' })),
    ],
  ])('closes by %s and gives the focus back', async (_way, close) => {
    const user = userEvent.setup();
    render(<CreateCircle />);
    await user.click(screen.getByRole('button', { name: 'Create circle' }));
    await close(user);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create circle' }));
  });

  it('closes on a press on the backdrop, not on its content', async () => {
    const user = userEvent.setup();
    render(<CreateCircle />);
    await user.click(screen.getByRole('button', { name: 'Create circle' }));
    await user.click(screen.getByText('A place for people like you.'));
    expect(screen.getByRole('dialog')).toBeDefined();
    await user.click(screen.getByRole('dialog'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays open when a selection is dragged from a field onto the backdrop', async () => {
    const user = userEvent.setup();
    render(<CreateCircle />);
    await user.click(screen.getByRole('button', { name: 'Create circle' }));
    fireEvent.pointerDown(screen.getByLabelText('Circle name'));
    fireEvent.click(screen.getByRole('dialog'));
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('starts fresh each time', async () => {
    const user = userEvent.setup();
    render(<CreateCircle />);
    await user.click(screen.getByRole('button', { name: 'Create circle' }));
    await user.type(screen.getByLabelText('Circle name'), 'Roof garden');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Create circle' }));
    expect(screen.getByLabelText('Circle name')).toHaveProperty('value', '');
  });

  it('stays open until its caller closes it, also in strict mode', async () => {
    const user = userEvent.setup();
    const change = vi.fn<(change: { open: boolean }) => void>();
    render(
      <StrictMode>
        <Dialog open onOpenChange={change} title="Create a new circle" />
      </StrictMode>,
    );
    screen.getByRole('button', { name: 'Close' }).focus();
    await user.keyboard('{Escape}');
    expect(change).toHaveBeenCalledExactlyOnceWith({ open: false });
    expect(screen.getByRole('dialog')).toHaveProperty('open', true);
  });

  it('cannot be dismissed if dismissible is false', async () => {
    const user = userEvent.setup();
    render(<Dialog defaultOpen dismissible={false} title="Complete your profile" />);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('dialog'));
    expect(screen.getByRole('dialog')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});

describe('AlertDialog', () => {
  function RemoveFren({ onConfirm, loading = false }: { onConfirm: () => void; loading?: boolean }) {
    const [open, setOpen] = useState(true);
    return (
      <AlertDialog
        open={open}
        onOpenChange={(change) => setOpen(change.open)}
        title="Remove Lucía?"
        description="We don’t tell Lucía."
        confirmLabel="Remove"
        cancelLabel="Keep"
        loading={loading}
        onConfirm={onConfirm}
      />
    );
  }

  it('focuses the cancel button first', async () => {
    const confirm = vi.fn<() => void>();
    const user = userEvent.setup();
    render(<RemoveFren onConfirm={confirm} />);
    expect(screen.getByRole('alertdialog', { name: 'Remove Lucía?' })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }));
    await user.keyboard('{Enter}');
    expect(confirm).not.toHaveBeenCalled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('confirms once and leaves closing to the caller', async () => {
    const confirm = vi.fn<() => void>();
    const user = userEvent.setup();
    render(<RemoveFren onConfirm={confirm} />);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(confirm).toHaveBeenCalledOnce();
    expect(screen.getByRole('alertdialog')).toBeDefined();
  });

  it('cannot be closed while the action is pending', async () => {
    const user = userEvent.setup();
    render(<RemoveFren onConfirm={() => {}} loading />);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveProperty('disabled', true);
  });
});
