/**
 * A `ref` that moves the focus to what has just appeared: for a control that takes the place of the one that was
 * pressed, so that the keyboard stays where it was. Never for what appears by itself.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
