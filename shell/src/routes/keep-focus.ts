import { focusHeading } from './focus-heading.ts';

/**
 * Restores the focus when the focused element is removed: a pressed "Join" that becomes "Joined", a cleared filter (D64). Without this the browser
 * moves it to `body`, and keyboard and screen reader users start over at the top. It goes to the label of the nearest remaining ancestor: the
 * heading of a card, the tab of a panel, finally the page's heading, which may still be loading. A dialog restores the focus first; if its opener
 * is gone, as after a deletion, the opener's ancestors count. A blur by a click elsewhere is respected.
 */
export function trapRouteFocus(): void {
  let around: Element[] = [];
  /** The ancestors of the focus when the dialog opened. */
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
    // Some browsers also dispatch blur on removal; only after an intended blur is the element still in the document.
    setTimeout(() => {
      if (document.activeElement === document.body && target.isConnected && !isDisabled(target)) around = [];
    });
  });

  const restore = (isSecondLook: boolean) => {
    const [lost, ...parents] = around;
    if (!lost || (lost.isConnected && !isDisabled(lost))) return;
    // Browsers blur a disabled control with the next frame, without an event.
    const { activeElement } = document;
    if (activeElement === lost && !isSecondLook) requestAnimationFrame(() => setTimeout(restore, 0, true));
    if (activeElement !== document.body) return;
    around = [];
    const target = labelOf(parents);
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
  // After the screen's own effects and the dialog's restore.
  const later = () => setTimeout(restore, 0, false);
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] };
  new MutationObserver(later).observe(document.body, options);
}

/** The label of the nearest of these ancestors that is still visible. */
function labelOf(parts: readonly Element[]): HTMLElement | null {
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
