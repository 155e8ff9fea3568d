import type { ObjectId } from './ids.ts';

/**
 * What a command may say of what it did: which documents, when, how many, and in one word of our own how it ended. It
 * may be kept under an idempotency key, so nothing that a person wrote, and no secret, can be among it: a `string` does
 * not compile here (docs/decisions/0042).
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

/** Work that writes more than one document: it happens in one transaction and returns facts, not an answer. */
export interface Command<Facts> {
  /**
   * What it writes and others may write at the same time, so that they wait in line instead of meeting
   * (docs/decisions/0056). A forgotten one costs repetitions, never a wrong result.
   */
  lockKeys: readonly string[] | (() => Promise<readonly string[]>);
  /** May run again from the start when another transaction got in between. */
  run(): Promise<Facts>;
}
