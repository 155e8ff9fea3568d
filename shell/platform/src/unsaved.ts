import { useEffect, useRef } from 'react';
import { i18n, unsaved } from './current-platform.ts';

/** What on the page would be lost by leaving it. */
export interface UnsavedPages {
  /** One for each component with something to lose, and how it lets go of it. */
  marks: Map<symbol, () => void>;
  /** Place of the page with something to lose among the entries of the history. */
  here: number | null;
}

/**
 * Asks before what was changed on the page is left behind (D63): by a link, by Back and Forward, by a reload or by closing the tab. What leaves
 * by the page's own doing, such as a session that ended, is not held up.
 *
 * @param isUnsaved whether there is something to lose
 * @param discard forgets it, once the member has agreed to leave without it: a draft must not come back
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

/** What the router keeps in each entry of the history: its place among the others. */
function indexOf(state: unknown): number | null {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null;
  return typeof index === 'number' ? index : null;
}

/**
 * Stands before the router and lets go only what the member agrees to. The shell calls it once, before the router listens. It asks by the
 * browser's own dialog: that holds everything still, needs no code that could fail to come, and is what closing the tab asks with, too.
 */
export function guardUnsaved(): void {
  const mayLeave = () => {
    if (unsaved.marks.size === 0) return true;
    // oxlint-disable-next-line no-alert -- see above: nothing else can hold the browser's Back.
    if (!window.confirm(i18n.t('shell:unsaved.leave'))) return false;
    for (const discard of unsaved.marks.values()) discard();
    return true;
  };
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
      if (mayLeave()) return;
      event.preventDefault();
      event.stopPropagation();
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
      if (next !== null && here !== null && next !== here && !mayLeave()) {
        // The browser is there already; the router has not heard of it and never will.
        event.stopImmediatePropagation();
        isReturning = true;
        history.go(here - next);
        return;
      }
    },
    { capture: true },
  );
}

/** Lets the page be loaded anew without asking: what was typed is kept in drafts, and comes back. */
export function leaveUnasked(): void {
  unsaved.marks.clear();
}
