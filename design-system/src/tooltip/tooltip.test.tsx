import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../button/button.tsx';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.now() + 60_000 });
});

afterEach(() => {
  cleanup();
  // Lets the skip window of the last tooltip pass before the next test.
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
});

const wait = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const enter = (name: string) =>
  fireEvent.pointerEnter(screen.getByRole('button', { name }), { pointerType: 'mouse' });
const leave = (name: string) =>
  fireEvent.pointerLeave(screen.getByRole('button', { name }), { pointerType: 'mouse' });

function Two() {
  return (
    <>
      <Tooltip content="Grows with backers">
        <Button>Score</Button>
      </Tooltip>
      <Tooltip content="What you may stake">
        <Button>Balance</Button>
      </Tooltip>
    </>
  );
}

describe('Tooltip', () => {
  it('opens after 700 ms of hover and describes its control', () => {
    render(<Two />);
    enter('Score');
    wait(699);
    expect(screen.queryByRole('tooltip')).toBeNull();
    wait(1);
    const tooltip = screen.getByRole('tooltip');
    expect(tooltip.textContent).toBe('Grows with backers');
    expect(screen.getByRole('button', { name: 'Score' }).getAttribute('aria-describedby')).toBe(tooltip.id);
  });

  it('opens the next one at once within 300 ms, and delays again later', () => {
    render(<Two />);
    enter('Score');
    wait(700);
    leave('Score');
    wait(200);
    expect(screen.queryByRole('tooltip')).toBeNull();
    enter('Balance');
    wait(0);
    expect(screen.getByRole('tooltip').textContent).toBe('What you may stake');
    leave('Balance');
    wait(1000);
    enter('Score');
    wait(1);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('stays while the pointer is on the tooltip', () => {
    render(<Two />);
    enter('Score');
    wait(700);
    leave('Score');
    fireEvent.pointerEnter(screen.getByRole('tooltip'), { pointerType: 'mouse' });
    wait(1000);
    expect(screen.getByRole('tooltip')).toBeDefined();
  });

  it('closes on Escape and on a press', () => {
    render(<Two />);
    enter('Score');
    wait(700);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Score' }), { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    wait(1000);
    enter('Score');
    wait(700);
    fireEvent.pointerDown(screen.getByRole('button', { name: 'Score' }));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('does not open on touch', () => {
    render(<Two />);
    fireEvent.pointerEnter(screen.getByRole('button', { name: 'Score' }), { pointerType: 'touch' });
    wait(2000);
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
