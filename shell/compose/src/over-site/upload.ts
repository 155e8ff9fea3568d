import { z } from 'zod';
import { FilePath, WholeVersion } from '../import-version.ts';
import { SourceCommit } from '../source-commit.ts';
import { environmentName } from '../store/history-entry.ts';
import { SourceMaps } from '../store/source-maps.ts';

/** Metadata of an upload that is not part of the version. */
const Sent = WholeVersion.extend({
  /** The owner according to the checkout, for `explain`. */
  owner: z
    .string()
    .max(200)
    .regex(/^\P{Cc}+$/u)
    .optional(),
  /** What it was built from. */
  source: SourceCommit.optional(),
});

/** An uploaded build of a remote. */
export const Upload = z.strictObject({
  record: Sent,
  /** Files without their compressed copies, in base64. */
  files: z.record(FilePath, z.base64()),
  maps: SourceMaps.optional(),
  environment: z.string().regex(environmentName),
});
export type Upload = z.infer<typeof Upload>;

/** Maximum size of an upload in bytes: four times a remote of a megabyte with its source maps. */
export const mostUploadBytes = 24 * 1024 * 1024;
