import { useIsHydrating } from '@frens/platform/internal';
import { type ReactNode, Suspense, use, useEffect, useState } from 'react';

// A rendered page has its frame in it, which can be read and whose links lead on. Taking it over costs as much as taking the page over, so it waits
// until the page is on show with what it is about. Whatever reaches a part of the frame from above meanwhile would make React discard it.

/** Marked as settled for React: nothing is held unless told, neither where pages are rendered nor where browsers render them. */
const over: Promise<void> = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });

let held = over;

/**
 * Holds the frame of a rendered page until the page is on show, or somebody presses something: React takes over first what is pressed.
 *
 * @param fetchParts fetches the code of the frame, without which React would discard what was rendered and show nothing in its place; where it
 * is lost, the frame throws
 */
export function holdFrame(shown: Promise<unknown>, fetchParts: () => Promise<unknown>): void {
  held = new Promise((resolve) => {
    const release = () => {
      held = over;
      resolve();
    };
    const end = () => void fetchParts().then(release, release);
    void shown.then(end);
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, end, { capture: true, once: true });
  });
}

/** Whether the frame is held: what is above it must not change. */
export function useIsFrameHeld(): boolean {
  const [isHeld, setHeld] = useState(held !== over);
  useEffect(() => void held.then(() => setHeld(false)), []);
  return isHeld;
}

/** A part of the frame, which is taken over after the page. Its parents are memoised, because a change of theirs would discard it. */
export function AfterPage({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <Held>{children}</Held>
    </Suspense>
  );
}

function Held({ children }: { children: ReactNode }) {
  use(useIsHydrating() ? held : over);
  return children;
}
