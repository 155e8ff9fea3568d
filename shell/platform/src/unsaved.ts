import { useEffect, useRef } from 'react';
import { unsaved } from './current-platform.ts';

/** Unsaved changes on the page. */
export interface UnsavedPages {
  /** A discard function per component with unsaved changes. */
  marks: Map<symbol, () => void>;
  /** The history position of the page with unsaved changes. */
  here: number | null;
  /** Asks the member, and leaves if they agree; null while there is no page. */
  ask: ((leave: () => void) => void) | null;
}

/**
 * Asks before unsaved changes are left (D63): by a link, Back or Forward, a reload or closing the tab. Navigation by the page
 * itself, such as after a session ended, is not blocked.
 *
 * @param isUnsaved whether there are unsaved changes
 * @param discard discards the draft after the member agreed to leave
 */
export function useUnsaved(isUnsaved: boolean, discard?: () => void): void {
  const forget = useRef(discard);
  useEffect(() => {
    forget.current = discard;
  });
  useEffect(() => {
    if (!isUnsaved) return;
    const mark = Symbol('unsaved');
    const { marks } = unsaved;
    marks.set(mark, () => forget.current?.());
    unsaved.here = indexOf(history.state);
    return () => {
      marks.delete(mark);
    };
  }, [isUnsaved]);
}

/** The router's state in each history entry: its position. */
function indexOf(state: unknown): number | null {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null;
  return typeof index === 'number' ? index : null;
}

/** Registers the confirmation dialog. Returns its removal. */
export function askUnsavedBy(ask: UnsavedPages['ask']): () => void {
  unsaved.ask = ask;
  return () => {
    unsaved.ask = null;
  };
}

/**
 * Blocks navigation before the router sees it, until the member agrees. The shell calls it once, before the router listens. Closing the tab
 * asks by the browser's own dialog: nothing else can hold it.
 */
export function guardUnsaved(): void {
  const askAndLeave = (leave: () => void) =>
    unsaved.ask?.(() => {
      for (const discard of unsaved.marks.values()) discard();
      unsaved.marks.clear();
      leave();
    });
  let isReturning = false;

  addEventListener('beforeunload', (event) => {
    if (unsaved.marks.size > 0) event.preventDefault();
  });

  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain || (link.target && link.target !== '_self')) return;
      if (link.origin !== location.origin || link.pathname === location.pathname) return;
      if (unsaved.marks.size === 0) return;
      event.preventDefault();
      event.stopPropagation();
      // The menu that contained the link is closed by then.
      askAndLeave(() => (link.isConnected ? link.click() : location.assign(link.href)));
    },
    { capture: true },
  );

  addEventListener(
    'popstate',
    (event) => {
      const next = indexOf(event.state);
      const { here } = unsaved;
      if (isReturning) {
        isReturning = false;
        event.stopImmediatePropagation();
        return;
      }
      if (next !== null && here !== null && next !== here && unsaved.marks.size > 0) {
        // The browser has already moved; the router never notices.
        event.stopImmediatePropagation();
        isReturning = true;
        history.go(here - next);
        askAndLeave(() => history.go(next - here));
      }
    },
    { capture: true },
  );
}

/** Allows a reload without confirmation: drafts are kept. */
export function leaveUnasked(): void {
  unsaved.marks.clear();
}
