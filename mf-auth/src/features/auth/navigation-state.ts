/** State passed by other pages: the profile to view, or the circle to join. */
export interface NavigationState {
  /** Name of the member whose profile the visitor wants to view; empty for none. */
  toSee: string;
  /** Name of the circle that the visitor wants to join; empty for none. */
  toJoin: string;
}

/**
 * Reads and validates the history state.
 *
 * @param state untrusted: any page may have written it
 */
export function readNavigationState(state: unknown): NavigationState {
  const { toSee, toJoin }: { [Name in keyof NavigationState]?: unknown } =
    typeof state === 'object' && state !== null ? state : {};
  return {
    toSee: typeof toSee === 'string' ? toSee : '',
    toJoin: typeof toJoin === 'string' ? toJoin : '',
  };
}
