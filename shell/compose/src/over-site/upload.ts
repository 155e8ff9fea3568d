import { BuiltFacts, RemoteFiles, RemoteVersion } from '@frens/contract/composition';
import { z } from 'zod';
import { environmentName } from '../store/history-entry.ts';
import { SourceMaps } from '../store/source-maps.ts';

/** A path of a file within a version, as the bundler writes them: no hidden ones, nothing that leads elsewhere. */
const FilePath = z
  .string()
  .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/)
  .max(200);

/** What the gate looks at is never left out: a version of before something was recorded is not built today. */
const WholeVersion = RemoteVersion.extend({
  files: RemoteFiles,
  built: BuiltFacts,
  /** Whose it is, as the checkout says: for `explain`, and no part of the version. Here, because a site of before overlooks it here. */
  owner: z
    .string()
    .max(200)
    .regex(/^\P{Cc}+$/u)
    .optional(),
});

/** A built version of a remote, as it comes over the site. */
export const Upload = z.strictObject({
  record: WholeVersion,
  /** Its files without those that are compressed, in base64. */
  files: z.record(FilePath, z.base64()),
  maps: SourceMaps.optional(),
  environment: z.string().regex(environmentName),
});
export type Upload = z.infer<typeof Upload>;

/** How many bytes an upload may take as it is sent: a remote of a megabyte with its source maps has four times the room. */
export const mostUploadBytes = 24 * 1024 * 1024;
