import { z } from 'zod';
import { environmentName } from '../store/history-entry.ts';
import { SourceMaps } from '../store/source-maps.ts';
import { FilePath, WholeVersion } from '../take-version.ts';

/** With the owner, who is no part of a version, among what is: a site of before overlooks it there. */
const Sent = WholeVersion.extend({
  /** Whose it is, as the checkout says: for `explain`. */
  owner: z
    .string()
    .max(200)
    .regex(/^\P{Cc}+$/u)
    .optional(),
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
