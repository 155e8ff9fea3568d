/** Header of every call: number of the contract that the caller was built for. Header of a 409 `client_too_old`: the number that is served. */
export const contractHeader = 'X-Api-Contract';

/**
 * The version of the contract. Raise it, with the date, only for a breaking change, never for additions. The previous version is served
 * for two more weeks. shell/public/index.html sends it too, with the first call.
 */
export const apiContract: ServedContract = { number: 1, since: '2026-11-22T00:00:00Z' };

/** A version of the contract and its first day. */
export interface ServedContract {
  number: number;
  /** ISO 8601. */
  since: string;
}
