/** The database cannot be used; the message says why, in one sentence. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
}
