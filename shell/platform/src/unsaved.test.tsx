import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestTexts } from './testing/test-providers.tsx';
import { askUnsavedBy, guardUnsaved, useUnsaved } from './unsaved.ts';

beforeAll(async () => {
  await startTestTexts();
  guardUnsaved();
});
afterEach(cleanup);

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

it('asks before changes are left by a link, and leaves by it once the member agrees (D63)', () => {
  const ask = vi.fn<(leave: () => void) => void>();
  const stop = askUnsavedBy(ask);
  const leave = vi.fn<() => void>();
  const discard = vi.fn<() => void>();
  render(<Page isChanged onLeave={leave} discard={discard} />);
  fireEvent.click(screen.getByRole('link'));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(leave).not.toHaveBeenCalled();
  expect(discard).not.toHaveBeenCalled();
  ask.mock.calls[0]?.[0]();
  expect(leave).toHaveBeenCalledTimes(1);
  expect(discard).toHaveBeenCalledTimes(1);
  stop();
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
  const ask = vi.fn();
  const stop = askUnsavedBy(ask);
  const leave = vi.fn<() => void>();
  const { unmount } = render(<Page isChanged={false} onLeave={leave} />);
  fireEvent.click(screen.getByRole('link'));
  unmount();
  expect(ask).not.toHaveBeenCalled();
  expect(leave).toHaveBeenCalledTimes(1);
  stop();
});
