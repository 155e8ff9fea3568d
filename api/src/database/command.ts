import type { ObjectId } from './ids.ts';

/**
 * What a command returns about its work: ids, times, numbers and constants. It may be stored under an idempotency key, so it must
 * contain no personal text and no secret: a `string` does not compile here (docs/decisions/0042).
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

/** Work that writes, in one transaction. It returns facts; the presenter turns them into an answer. */
export interface Command<Facts> {
  /**
   * Keys of what it writes: transactions that share a key queue up instead of conflicting (docs/decisions/0056). A missing key
   * costs retries, never a wrong result.
   */
  lockKeys: readonly string[] | (() => Promise<readonly string[]>);
  /** May be retried from the start after a conflict with another transaction. */
  run(): Promise<Facts>;
}
