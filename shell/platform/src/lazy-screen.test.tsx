import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lazyScreen, RetryAttempt } from './lazy-screen.tsx';
import type { Screen } from './remote-module.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

function page(Shown: Screen, attempt = 0) {
  return (
    <RetryAttempt value={attempt}>
      <Boundary key={attempt}>
        <Suspense fallback={<p>loading</p>}>
          <Shown />
        </Suspense>
      </Boundary>
    </RetryAttempt>
  );
}

/** Renders and waits until what was suspended has been shown, which React does inside `act` only. */
async function open(element: ReactNode) {
  return act(async () => render(element));
}

const Hello = () => <p>hello</p>;

describe('lazyScreen', () => {
  it('shows the screen once its code is there', async () => {
    let arrive = (_code: typeof Hello) => {};
    const Shown = lazyScreen(
      () =>
        new Promise<typeof Hello>((resolve) => {
          arrive = resolve;
        }),
    );
    await open(page(Shown));
    expect(screen.getByText('loading')).toBeTruthy();
    await act(async () => arrive(Hello));
    expect(screen.getByText('hello')).toBeTruthy();
  });

  it('shows a preloaded screen in the first frame and fetches it once', async () => {
    const load = vi.fn(async () => Hello);
    const Shown = lazyScreen(load);
    await Shown.preload?.();
    render(page(Shown));
    expect(screen.getByText('hello')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('fails into the boundary, and fetches again only when the member retries', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {}); // React reports what the boundary caught.
    const load = vi
      .fn<() => Promise<typeof Hello>>()
      .mockRejectedValueOnce(new Error('Loading chunk 1 failed'))
      .mockResolvedValue(Hello);
    const Shown = lazyScreen(load);
    const { rerender } = await open(page(Shown));
    expect(screen.getByText('failed')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
    await act(async () => rerender(page(Shown, 1)));
    expect(screen.getByText('hello')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('tries again on opening when only the preload had failed', async () => {
    const load = vi
      .fn<() => Promise<typeof Hello>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(Hello);
    const Shown = lazyScreen(load);
    await expect(Shown.preload?.()).rejects.toThrow('offline');
    await open(page(Shown));
    expect(screen.getByText('hello')).toBeTruthy();
  });
});
