/** State of a link within the dashboard that leads to the requests: their tab opens, and the focus goes to them. */
export const leadToRequests = { to: 'requests' } as const;

/** Whether the page was reached by such a link. */
export function isLedToRequests(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'to' in state && state.to === leadToRequests.to;
}

/** Whether the member has just signed in by a link that took a password nobody had vouched for (D10). */
export function hasLostPassword(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'passwordRemoved' in state &&
    state.passwordRemoved === true
  );
}
