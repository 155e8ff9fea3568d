/** How long one file of a remote may take, in milliseconds (docs/architecture.md: at most 5 s). */
export const assetTimeout = 4_000;
