// Without zod: pages know the numbers, too.

/** Numbers of the notices that stand in a remote's place, and of what was thrown where no notice is shown (docs/errors.md). */
export const failureCodes = [
  'REMOTE-101',
  'REMOTE-102',
  'REMOTE-103',
  'REMOTE-104',
  'REMOTE-105',
  'REMOTE-106',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Something was thrown while the page went on: by a click, a timer, a promise that nobody waited for. */
export const uncaughtCode = 'REMOTE-106' satisfies FailureCode;
