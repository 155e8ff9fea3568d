/** Federation manifests that came with the page, by absolute address, for the network plugin. */
export const inlinedManifests = new Map<string, Record<string, unknown>>();
