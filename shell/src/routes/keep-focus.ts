import { focusHeading } from './focus-heading.ts';

/**
 * Keeps the focus on the page when what had it goes away: a pressed "Join" that becomes "Joined", a filter that was cleared (D64). Without this
 * the browser drops it to `body`, and who uses the keyboard or a screen reader starts over at the top. It moves to what names the nearest
 * part around that is still there: the heading of a card, the tab of a panel, at last the page's heading, which may be on its way. A dialog's own return comes first; where
 * what opened it went away meanwhile, as with what was deleted, the parts around that count. A focus given up by a click beside it stays given up.
 */
export function trapRouteFocus(): void {
  let around: Element[] = [];
  /** What was around the focus when the open dialog took it. */
  let behind: Element[] = [];

  document.addEventListener('focusin', ({ target }) => {
    const dialog = target instanceof Element ? target.closest('dialog') : null;
    if (!dialog) behind = [];
    else if (!around.includes(dialog)) behind = around;
    around = [];
    for (let at = target; at instanceof Element && at !== document.body; at = at.parentElement)
      around.push(at);
    around.push(...behind);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget || !(target instanceof Element)) return;
    // Some browsers say so when an element is removed, too: it is still there only after a blur that somebody meant.
    setTimeout(() => {
      if (document.activeElement === document.body && target.isConnected && !isDisabled(target)) around = [];
    });
  });

  const restore = (isSecondLook: boolean) => {
    const [lost, ...parents] = around;
    if (!lost || (lost.isConnected && !isDisabled(lost))) return;
    // Browsers let go of a control that was disabled with the next frame, and tell nobody.
    const { activeElement } = document;
    if (activeElement === lost && !isSecondLook) requestAnimationFrame(() => setTimeout(restore, 0, true));
    if (activeElement !== document.body) return;
    around = [];
    const target = nameOf(parents);
    if (!target) {
      focusHeading();
      return;
    }
    if (!target.hasAttribute('tabindex')) {
      target.tabIndex = -1;
      target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
    }
    target.focus({ preventScroll: true });
  };
  // A screen's own effects and a dialog's return run first.
  const later = () => setTimeout(restore, 0, false);
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] };
  new MutationObserver(later).observe(document.body, options);
}

/** What names the nearest of these parts that is still on show and has a name. */
function nameOf(parts: readonly Element[]): HTMLElement | null {
  const place = parts.find(
    (part) => part.isConnected && part.clientHeight > 0 && part.matches('[aria-labelledby], [aria-label]'),
  );
  const [id = ''] = place?.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const named = document.getElementById(id) ?? place;
  return named instanceof HTMLElement ? named : null;
}

function isDisabled(element: Element): boolean {
  return element.matches(':disabled');
}
