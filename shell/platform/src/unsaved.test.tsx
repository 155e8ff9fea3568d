import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestTexts } from './testing/test-providers.tsx';
import { guardUnsaved, useUnsaved } from './unsaved.ts';

beforeAll(async () => {
  await startTestTexts();
  guardUnsaved();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The browser's dialog, which the test's page does not have. */
function answering(answer: boolean) {
  const confirm = vi.fn<(question?: string) => boolean>(() => answer);
  vi.stubGlobal('confirm', confirm);
  return confirm;
}

function Page({
  isChanged,
  onLeave,
  discard,
}: {
  isChanged: boolean;
  onLeave: () => void;
  discard?: () => void;
}) {
  useUnsaved(isChanged, discard);
  return (
    <a
      href="/elsewhere"
      onClick={(event) => {
        event.preventDefault();
        onLeave();
      }}
    >
      Elsewhere
    </a>
  );
}

it('asks before changes are left by a link, and stays when the answer is no (D63)', () => {
  const confirm = answering(false);
  const leave = vi.fn<() => void>();
  const discard = vi.fn<() => void>();
  render(<Page isChanged onLeave={leave} discard={discard} />);
  fireEvent.click(screen.getByRole('link'));
  expect(confirm).toHaveBeenCalledWith('You have changes that are not saved. Leave this page without them?');
  expect(leave).not.toHaveBeenCalled();
  expect(discard).not.toHaveBeenCalled();
  confirm.mockReturnValue(true);
  fireEvent.click(screen.getByRole('link'));
  expect(leave).toHaveBeenCalledTimes(1);
  expect(discard).toHaveBeenCalledTimes(1);
});

it('asks before the tab is closed or loaded again', () => {
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { rerender } = render(<Page isChanged onLeave={() => undefined} />);
  expect(close()).toBe(true);
  rerender(<Page isChanged={false} onLeave={() => undefined} />);
  expect(close()).toBe(false);
});

it('asks nothing when nothing would be lost', () => {
  const confirm = answering(true);
  const leave = vi.fn<() => void>();
  const { unmount } = render(<Page isChanged={false} onLeave={leave} />);
  fireEvent.click(screen.getByRole('link'));
  unmount();
  expect(confirm).not.toHaveBeenCalled();
  expect(leave).toHaveBeenCalledTimes(1);
});
