// @frens/compose/composition: what a composition is, for servers, builds and pages alike.
export {
  compositionCalls,
  type MeasuredVital,
  type VitalName,
  type VitalRating,
  vitalNames,
  vitalRatings,
} from '../model/calls.ts';
export { isCode, listedFiles, namedFiles, unlisted, whyRefused } from '../model/composed-files.ts';
export { type ComposedPage, current, findPage, type ServedPages } from '../model/composed-pages.ts';
export * from '../model/composition.ts';
export { type FailureCode, failureCodes, uncaughtCode, unnamedCode } from '../model/failure-codes.ts';
export { matchesPath } from '../model/matches-path.ts';
export { defineSite, type SiteDefinition } from '../model/site-definition.ts';
