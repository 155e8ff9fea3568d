import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '../dialog/dialog.tsx';
import { Toast, ToastRegion } from './toast.tsx';

afterEach(cleanup);

function Page({ dialog, toast }: { dialog: boolean; toast: boolean }) {
  return (
    <>
      {dialog ? <Dialog open title="Create a new circle" /> : null}
      <ToastRegion label="Notifications">
        {toast ? <Toast tone="danger" title="Creation Failed" /> : null}
      </ToastRegion>
    </>
  );
}

describe('Toast', () => {
  it('is an alert for a failure and a status for a success', () => {
    render(
      <>
        <Toast tone="danger" title="Join Failed" />
        <Toast tone="success" title="Joined Circle!" />
      </>,
    );
    expect(screen.getByRole('alert').textContent).toBe('Join Failed');
    expect(screen.getByRole('status').textContent).toBe('Joined Circle!');
  });

  it('can be dismissed', async () => {
    const user = userEvent.setup();
    const dismiss = vi.fn<() => void>();
    render(<Toast title="Joined Circle!" onDismiss={dismiss} />);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(dismiss).toHaveBeenCalledOnce();
  });
});

describe('ToastRegion', () => {
  it('stays on the page when a dialog opens later, and covers none of its content', () => {
    const { rerender } = render(<Page dialog={false} toast />);
    rerender(<Page dialog toast />);
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull();
    expect(screen.getByText('Creation Failed')).toBeTruthy();
  });

  it('moves into an open dialog while the page is inert, and survives its closing', async () => {
    const { rerender } = render(<Page dialog toast={false} />);
    rerender(<Page dialog toast />);
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe('Creation Failed');
    rerender(<Page dialog={false} toast />);
    expect((await screen.findByRole('alert')).textContent).toBe('Creation Failed');
    // The next dialog covers the toast, which does not move into the closed one.
    rerender(<Page dialog toast />);
    expect(screen.getByText('Creation Failed')).toBeTruthy();
  });
});
