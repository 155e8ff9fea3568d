import { type ConnectionType, connectionTypes } from '@frens/contract/choices';

/** What other pages hand over in memory: the landing page's form (D51), and whom a visitor wants to see, or which circle to join. */
export interface NavigationState {
  /** Empty where none was typed. */
  email: string;
  connectionType: ConnectionType | null;
  /** The name of whom a visitor wants to see; empty for none. */
  toSee: string;
  /** The name of the circle that a visitor wants to join; empty for none. */
  toJoin: string;
}

/**
 * Reads what was navigationState.
 *
 * @param state what the router keeps beside the address; any page may have written it
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
