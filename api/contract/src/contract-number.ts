/** Header of every call: number of the contract that the caller was built for. Header of a 409 `client_too_old`: the number that is served. */
export const contractHeader = 'X-Api-Contract';

/**
 * The contract, as a whole. Its number rises only when a call changes so that pages which were opened before would go wrong: what is added does
 * not count. Whoever raises it writes down when; pages of the number before are served for two more weeks. The first call stands in
 * shell/public/index.html and names it, too.
 */
export const apiContract: ServedContract = { number: 1, since: '2026-11-22T00:00:00Z' };

/** A number of the contract, and since when it is served. */
export interface ServedContract {
  number: number;
  /** ISO 8601. */
  since: string;
}
