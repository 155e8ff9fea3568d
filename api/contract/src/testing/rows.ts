import type { Row } from './row.ts';
import { accountRows } from './rows-account.ts';
import { circleRows } from './rows-circles.ts';
import { commonRows, withKeys } from './rows-common.ts';
import { leavingRows } from './rows-leaving.ts';
import { memberRows } from './rows-members.ts';
import { ownCircleRows } from './rows-own-circle.ts';
import { pandaRows } from './rows-pandas.ts';
import { siteRows } from './rows-site.ts';

/** The table of calls, in its order. */
export const rows: readonly Row[] = [
  ...commonRows,
  ...withKeys([
    ...accountRows,
    ...siteRows,
    ...memberRows,
    ...pandaRows,
    ...circleRows,
    ...ownCircleRows,
    ...leavingRows,
  ]),
];
