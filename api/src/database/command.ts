import type { ObjectId } from './ids.ts';

/**
 * A command's result: ids, times, numbers and constants. It may be stored under an idempotency key, so it must contain no personal
 * text and no secret. Therefore a plain `string` does not compile here (docs/decisions/0042).
 */
export type Fact =
  | ObjectId
  | Date
  | number
  | boolean
  | null
  | undefined
  | void
  | Lowercase<string>
  | readonly Fact[]
  | { readonly [name: string]: Fact };

/** Writes in one transaction and returns facts; a presenter turns them into the response. */
export interface Command<Facts> {
  /**
   * Lock keys of what it writes. Transactions that share a key queue up instead of conflicting (docs/decisions/0056). A missing key
   * costs retries, never correctness.
   */
  lockKeys: readonly string[] | (() => Promise<readonly string[]>);
  /** Must be repeatable: a conflict with another transaction retries it from the start. */
  run(): Promise<Facts>;
}
