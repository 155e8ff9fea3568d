import { useEffect, useRef } from 'react';
import { i18n, unsaved } from './current-platform.ts';

/** What would be lost by leaving the page. */
export interface UnsavedPages {
  /** One entry per component with something to lose, and how it discards it. */
  marks: Map<symbol, () => void>;
  /** The history position of the page with something to lose. */
  here: number | null;
}

/**
 * Asks before unsaved changes are left (D63): by a link, Back or Forward, a reload or closing the tab. Navigation by the page
 * itself, such as after a session ended, is not blocked.
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

/** The router's state in each history entry: its position. */
function indexOf(state: unknown): number | null {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null;
  return typeof index === 'number' ? index : null;
}

/**
 * Blocks navigation before the router sees it, unless the member agrees. The shell calls it once, before the router listens. It
 * uses the browser's own dialog, which blocks everything, needs no code that could fail to load, and is what closing the tab
 * shows too.
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
        // The browser is already there; the router never learns of it.
        event.stopImmediatePropagation();
        isReturning = true;
        history.go(here - next);
        return;
      }
    },
    { capture: true },
  );
}

/** Allows a reload without asking: drafts keep what was typed. */
export function leaveUnasked(): void {
  unsaved.marks.clear();
}
