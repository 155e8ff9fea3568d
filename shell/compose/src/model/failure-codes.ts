// Without zod: pages know the numbers, too.

/** Codes of the notices that replace a failed remote, and of errors thrown without a notice (docs/errors.md). */
export const failureCodes = [
  'REMOTE-101',
  'REMOTE-102',
  'REMOTE-103',
  'REMOTE-104',
  'REMOTE-105',
  'REMOTE-106',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** The composition names no such version, or one that a page may not load. */
export const unnamedCode = 'REMOTE-101' satisfies FailureCode;

/** An uncaught error that left the page usable: in an event handler, a timer or an unhandled promise. */
export const uncaughtCode = 'REMOTE-106' satisfies FailureCode;
