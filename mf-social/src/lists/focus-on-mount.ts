/**
 * A `ref` that focuses an element on mount: for a control that replaces the pressed one, so that keyboard users keep their place.
 * Never use it for an element that appears unprompted.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** The same for a control that may reappear unprompted: it takes the focus only if no other element has it. */
export function refocusOnMount(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
