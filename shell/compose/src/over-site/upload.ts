import { z } from 'zod';
import { FilePath, WholeVersion } from '../import-version.ts';
import { SourceCommit } from '../source-commit.ts';
import { environmentName } from '../store/history-entry.ts';
import { SourceMaps } from '../store/source-maps.ts';

/** With what is said of a version and is no part of it. */
const Sent = WholeVersion.extend({
  /** Whose it is, as the checkout says: for `explain`. */
  owner: z
    .string()
    .max(200)
    .regex(/^\P{Cc}+$/u)
    .optional(),
  /** What it was built from. */
  source: SourceCommit.optional(),
});

/** A built version of a remote, as it comes over the site. */
export const Upload = z.strictObject({
  record: Sent,
  /** Its files without those that are compressed, in base64. */
  files: z.record(FilePath, z.base64()),
  maps: SourceMaps.optional(),
  environment: z.string().regex(environmentName),
});
export type Upload = z.infer<typeof Upload>;

/** How many bytes an upload may take as it is sent: a remote of a megabyte with its source maps has four times the room. */
export const mostUploadBytes = 24 * 1024 * 1024;
