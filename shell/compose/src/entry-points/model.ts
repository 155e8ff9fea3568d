// @frens/compose: the data model and the calls that all entry points share. It needs neither Node nor a page.
export {
  compositionCalls,
  type MeasuredVital,
  type VitalRating,
  vitalNames,
  vitalRatings,
} from '../model/calls.ts';
export { listedFiles } from '../model/composed-files.ts';
export { type ComposedPage, current, findPage, type ServedPages } from '../model/composed-pages.ts';
export * from '../model/composition.ts';
export type { FailureCode } from '../model/failure-codes.ts';
export { keepQuery } from '../model/keep-query.ts';
export { matchesPath, parameterPlaceholder, parametersIn } from '../model/matches-path.ts';
export { renderedMark } from '../model/rendered-mark.ts';
export { defineSite, type SiteDefinition } from '../model/site-definition.ts';
