import { parseArgs } from 'node:util';
import { cacheFolder, ensureCommunity } from './community/community-cache.ts';

// `npm run bench:api -- fill --members 1000000`: fills a cached community, or resumes an interrupted run.

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: 'string', default: '10000' },
    folder: { type: 'string', default: cacheFolder },
  },
});
await ensureCommunity(Number(values.members), values.folder);
