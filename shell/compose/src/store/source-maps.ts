import { z } from 'zod';

/** Says where in the sources a place in a built file comes from. */
const SourceMap = z.object({
  version: z.literal(3),
  file: z.string(),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string().nullable()),
  names: z.array(z.string()),
  mappings: z.string(),
});

/** The source maps of a version, by the addresses of its files. */
export const SourceMaps = z.record(z.string(), SourceMap);
export type SourceMaps = z.infer<typeof SourceMaps>;

/** The one file that a version's maps are in. */
export const mapsFile = 'maps.json';

/**
 * Where the maps of a version lie: beside the versions and outside of them, since everything in a version's folder is served and has a
 * hash (docs/decisions/0157).
 *
 * @param target `shellPath()` or `remotePath()` of the version
 */
export const mapsFolder = (target: string) => `maps/${target}`;
