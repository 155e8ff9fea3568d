import { type ConnectionType, connectionTypes } from '@frens/contract/choices';

/** What the landing page's form carried here in memory (D51). */
export interface Carried {
  /** Empty where none was typed. */
  email: string;
  connectionType: ConnectionType | null;
}

/**
 * Reads what the landing page's form carried.
 *
 * @param state what the router keeps beside the address; any page may have written it
 */
export function readCarried(state: unknown): Carried {
  const { email, connectionType }: { email?: unknown; connectionType?: unknown } =
    typeof state === 'object' && state !== null ? state : {};
  return {
    email: typeof email === 'string' ? email : '',
    connectionType: connectionTypes.find((one) => one === connectionType) ?? null,
  };
}
