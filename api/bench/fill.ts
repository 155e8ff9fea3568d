import { parseArgs } from 'node:util';
import { keepCommunity, keptFolder } from './community/kept-community.ts';

// `npm run bench:api -- fill --members 1000000`: fills a cached community, or resumes an interrupted run.

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: 'string', default: '10000' },
    folder: { type: 'string', default: keptFolder },
  },
});
await keepCommunity(Number(values.members), values.folder);
