import type { Difference } from './run-rows.ts';

/** Servers that answer the table. */
export type ServerName = 'mocks' | 'api';

/** A row that a server may answer otherwise, and why. */
export interface AcceptedDifference {
  server: ServerName;
  /** Call and case, as the table has them. */
  row: string;
  reason: string;
}

/** All of them; ten at most. */
export const acceptedDifferences: readonly AcceptedDifference[] = [
  ...['of a text of the quiz', 'again'].map((when) => ({
    server: 'mocks' as const,
    row: `POST /api/elevenlabs/generate-voice ${when}`,
    reason: "Nobody speaks here, as on a site without a key: pages take the browser's own voice (D44).",
  })),
  {
    server: 'mocks',
    row: 'POST /api/vibe-quiz too often',
    reason: 'Limits are not counted, or testers would meet them: ?scenario=POST /api/vibe-quiz=429 does.',
  },
];

/** What is found beyond the list, and what stands in it without being found. */
export function judge(
  server: ServerName,
  found: readonly Difference[],
  accepted: readonly AcceptedDifference[] = acceptedDifferences,
) {
  const listed = accepted.filter((one) => one.server === server);
  const isIn = (all: ReadonlyArray<{ row: string }>, row: string) => all.some((one) => one.row === row);
  return {
    unexpected: found.filter(({ row }) => !isIn(listed, row)),
    stale: listed.filter(({ row }) => !isIn(found, row)),
  };
}

/** The list as a run prints it. */
export const listDifferences = (server: ServerName): string =>
  acceptedDifferences
    .filter((one) => one.server === server)
    .map(({ row, reason }) => `  ${row}: ${reason}`)
    .join('\n');
