import { Dialog } from '@frens/design-system/dialog';
import { ApiError, toast } from '@frens/platform';
import { toastDuration, useToasts } from '@frens/platform/internal';
import { startTestTexts } from '@frens/platform/testing';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastRegion } from './toast-region.tsx';

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers();
  render(<ToastRegion />, { wrapper: MemoryRouter });
});
afterEach(() => {
  cleanup();
  useToasts.getState().clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const show = (title: string, tone: 'success' | 'danger' = 'success') => act(() => toast({ title, tone }));
const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

it('shows a toast for five seconds', () => {
  expect(toastDuration).toBe(5_000);
  show('Saved');
  pass(toastDuration - 1);
  expect(screen.getByRole('status').textContent).toContain('Saved');
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
});

it('shows one toast after the other, each for its own five seconds, and the same words once', () => {
  show('First');
  pass(3_000);
  show('Second');
  show('Second');
  show('Third', 'danger');
  expect(screen.queryByText('Second')).toBeNull();
  pass(2_000);
  for (const title of ['Second', 'Third']) {
    expect(screen.getByText(title)).toBeTruthy();
    pass(toastDuration - 1);
    expect(screen.getByText(title)).toBeTruthy();
    pass(1);
  }
  expect(screen.queryByText(/First|Second|Third/)).toBeNull();
});

it('shows the words of a toast whose details were shown for another one', async () => {
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: () => Promise.reject(new Error('refused')) },
  });
  act(() =>
    toast({
      title: 'Join Failed',
      tone: 'danger',
      error: new ApiError({ status: 500, code: 'unknown', serverMessage: '', requestId: 'r-7' }),
    }),
  );
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Copy details' }));
  });
  pass(toastDuration);
  act(() => toast({ title: 'Joined Circle!', description: 'Welcome to your new Fren Circle.' }));
  expect(screen.getByText('Welcome to your new Fren Circle.')).toBeTruthy();
  vi.unstubAllGlobals();
});

it('leads on by its link, and is gone then', () => {
  act(() => toast({ title: 'Saved', link: { label: 'See it', to: '/panda/1' } }));
  const link = screen.getByRole('link', { name: 'See it' });
  expect(link.getAttribute('href')).toBe('/panda/1');
  fireEvent.click(link);
  expect(screen.queryByText('Saved')).toBeNull();
});

it('announces a failure at once', () => {
  show('Logout failed', 'danger');
  expect(screen.getByRole('alert').textContent).toContain('Logout failed');
});

describe('of a failure', () => {
  const fail = () =>
    act(() =>
      toast({
        title: 'Join Failed',
        tone: 'danger',
        error: new ApiError({ status: 500, code: 'unknown', serverMessage: '', requestId: 'r-7' }),
      }),
    );
  const copy = () =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Copy details' }));
    });

  it('copies its details', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    fail();
    await copy();
    expect(writeText).toHaveBeenCalledExactlyOnceWith('r-7');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
  });

  it('shows its details where the clipboard is refused', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    fail();
    await copy();
    expect(screen.getByRole('alert').textContent).toContain('r-7');
  });

  it('has nothing to copy where nothing failed', () => {
    show('Saved');
    expect(screen.queryByRole('button', { name: 'Copy details' })).toBeNull();
  });
});

const toastOf = (title: string) => {
  const shown = screen.getByText(title).closest('[role]');
  if (!(shown instanceof HTMLElement)) throw new Error(`no toast says ${title}`);
  return within(shown);
};

it('stays while the pointer or the focus is on it, and gives the focus back', () => {
  const before = document.body.appendChild(document.createElement('button'));
  before.focus();
  show('Saved');
  const button = screen.getByRole('button', { name: 'Close' });
  fireEvent.pointerEnter(screen.getByRole('status'));
  fireEvent.focus(button, { relatedTarget: before });
  act(() => button.focus());
  fireEvent.pointerLeave(screen.getByRole('status'));
  pass(60_000);
  expect(screen.getByText('Saved')).toBeTruthy();
  // A window that is left keeps its focus, and says that it is blurred.
  fireEvent.blur(button);
  pass(toastDuration - 1);
  expect(document.activeElement).toBe(button);
  pass(1);
  expect(screen.queryByText('Saved')).toBeNull();
  expect(document.activeElement).toBe(before);
  before.remove();
});

it('has its time after a dialog that opened over it, which is not held up', () => {
  const dialog = (open: boolean) => <Dialog open={open} title="Introduce a fren" />;
  const { rerender } = render(dialog(false));
  for (const ends of ['by closing', 'by an answer in it']) {
    show('Profile Updated');
    pass(1_000);
    rerender(dialog(true));
    pass(60_000);
    expect(within(screen.getByRole('dialog')).queryByText('Profile Updated')).toBeNull();
    if (ends === 'by closing') rerender(dialog(false));
    else show('Suggestion Failed', 'danger');
    const inDialog = screen.queryByRole('dialog')?.textContent ?? '';
    expect(inDialog.includes('Suggestion Failed')).toBe(ends === 'by an answer in it');
    pass(toastDuration - 1);
    expect(screen.getByText('Profile Updated')).toBeTruthy();
    pass(1);
    expect(screen.queryByText(/Profile Updated|Suggestion Failed/)).toBeNull();
  }
});

it('has its time in a tab that is looked at', () => {
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  show('Your session ended in another tab', 'danger');
  show('Saved');
  pass(60_000);
  isHidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.queryByText('Saved')).toBeNull();
  pass(toastDuration - 1);
  expect(screen.getByText('Your session ended in another tab')).toBeTruthy();
  pass(1);
  expect(screen.queryByText('Your session ended in another tab')).toBeNull();
  expect(screen.getByText('Saved')).toBeTruthy();
});

it('does not hold up the next one, which comes beside it', () => {
  show('Join Failed', 'danger');
  fireEvent.pointerEnter(screen.getByRole('alert'));
  show('Joined Circle!');
  pass(toastDuration - 1);
  expect(screen.queryByText('Joined Circle!')).toBeNull();
  pass(1);
  expect(screen.getByText('Join Failed')).toBeTruthy();
  expect(screen.getByText('Joined Circle!')).toBeTruthy();
  pass(toastDuration);
  expect(screen.queryByText('Joined Circle!')).toBeNull();
  show('Saved');
  expect(screen.getByText('Saved')).toBeTruthy();
  fireEvent.click(toastOf('Saved').getByRole('button', { name: 'Close' }));
  fireEvent.pointerLeave(screen.getByRole('alert'));
  pass(toastDuration);
  expect(screen.queryByText(/Join Failed|Saved/)).toBeNull();
});

it('closes with its button, and does not hold the next one', () => {
  show('Saved');
  fireEvent.pointerEnter(screen.getByRole('status'));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Saved')).toBeNull();
  show('Next');
  pass(toastDuration);
  expect(screen.queryByText('Next')).toBeNull();
});

it('closes with Escape from anywhere', () => {
  show('Saved');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByText('Saved')).toBeNull();
});
