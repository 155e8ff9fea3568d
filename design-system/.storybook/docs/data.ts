import type { DocsData } from '../../scripts/docs-data.ts';

/** The result of `collectDocsData`, written here by data-loader.js. */
export declare const docsData: DocsData;
