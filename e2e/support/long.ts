/** Whether everything is gone through where a run of every day takes a telling part: `npm run test:long -- browser`. */
export const isLong = process.env.BROWSER_LONG === '1';
