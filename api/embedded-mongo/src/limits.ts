/** Limits of what clients can make the server hold at one time; beyond them requests are refused or wait. */
export interface Limits {
  readonly maxConnections: number;
  /** Bytes of large messages being received or answered, over all connections; further ones wait. */
  readonly maxMessageBytes: number;
  /** How long the rest of a large message may take to arrive. */
  readonly messageTimeoutMs: number;
  /** Open cursors, and their memory: filters, and for those that cannot resume at a position, results and sorts. */
  readonly maxCursors: number;
  readonly maxCursorBytes: number;
  readonly maxSessions: number;
}

export const defaultLimits: Limits = {
  maxConnections: 2000,
  maxMessageBytes: 128 * 1024 * 1024,
  messageTimeoutMs: 30_000,
  maxCursors: 20_000,
  maxCursorBytes: 128 * 1024 * 1024,
  maxSessions: 100_000,
};
