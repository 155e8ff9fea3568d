import { type ConnectionType, connectionTypes } from '@frens/contract/choices';

/** State passed by other pages: the landing page's form (D51), the profile to view, or the circle to join. */
export interface NavigationState {
  /** Empty if none was typed. */
  email: string;
  connectionType: ConnectionType | null;
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
  const { email, connectionType, toSee, toJoin }: { [Name in keyof NavigationState]?: unknown } =
    typeof state === 'object' && state !== null ? state : {};
  return {
    email: typeof email === 'string' ? email : '',
    connectionType: connectionTypes.find((one) => one === connectionType) ?? null,
    toSee: typeof toSee === 'string' ? toSee : '',
    toJoin: typeof toJoin === 'string' ? toJoin : '',
  };
}
