/** What clients may make the server hold at one time; more is refused, or waits. */
export interface Limits {
  readonly maxConnections: number;
  /** Large messages that are being received or answered, of all connections together; further ones wait. */
  readonly maxMessageBytes: number;
  /** How long the rest of a large message may take to come. */
  readonly messageTimeoutMs: number;
  /** Open cursors, and what they hold: filters, and of those without a position to go on from, results and sorts. */
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
