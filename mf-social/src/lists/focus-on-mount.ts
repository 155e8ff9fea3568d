/**
 * A `ref` that moves the focus to what has just appeared: for a control that takes the place of the one that was
 * pressed, so that the keyboard stays where it was. Never for what appears by itself.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** The same for a control that may come back by itself: whoever is elsewhere by then stays there. */
export function refocusOnMount(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
