import { type ConnectionType, connectionTypes } from '@frens/contract/choices';

/** What other pages navigationState here in memory: the landing page's form (D51), and whoever asked to see somebody. */
export interface NavigationState {
  /** Empty where none was typed. */
  email: string;
  connectionType: ConnectionType | null;
  /** The name of whom a visitor wants to see; empty for none. */
  toSee: string;
}

/**
 * Reads what was navigationState.
 *
 * @param state what the router keeps beside the address; any page may have written it
 */
export function readNavigationState(state: unknown): NavigationState {
  const { email, connectionType, toSee }: { [Name in keyof NavigationState]?: unknown } =
    typeof state === 'object' && state !== null ? state : {};
  return {
    email: typeof email === 'string' ? email : '',
    connectionType: connectionTypes.find((one) => one === connectionType) ?? null,
    toSee: typeof toSee === 'string' ? toSee : '',
  };
}
