/** State of a link within the dashboard that leads to the requests: their tab opens, and the focus goes to them. */
export const leadToRequests = { to: 'requests' } as const;

/** Whether the page was reached by such a link. */
export function isLedToRequests(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'to' in state && state.to === leadToRequests.to;
}
