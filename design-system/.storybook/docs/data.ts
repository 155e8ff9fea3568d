import type { DocsData } from '../../scripts/docs-data.ts';

/** What `collectDocsData` finds: data-loader.js writes it here. */
export declare const docsData: DocsData;
