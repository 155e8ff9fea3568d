import { Long } from 'bson';
import { check } from '../input.ts';
import type { Collation } from '../query/collation.ts';
import { compileFilter } from '../query/matcher.ts';
import { identityOf } from '../values/compare.ts';
import { structuredCopy } from '../values/copy.ts';
import { type Document, isDocument } from '../values/types.ts';
import { setPath, valuesAt } from './documents.ts';
import { asDocument, wholeOf } from './operator.ts';
import type { PipelineSource, Stage } from './stage.ts';

/** Finds through an index if there is one; otherwise builds a hash table of the other collection. */
function joinBy(
  source: PipelineSource,
  from: string,
  field: string,
  collation?: Collation,
): (values: unknown[]) => Document[] {
  if (source.hasIndex(from, field))
    return (values) => (values.length ? source.find(from, { filter: { [field]: { $in: values } } }) : []);
  const all = source.find(from, {});
  const byValue = new Map<string, number[]>();
  for (const [i, doc] of all.entries())
    for (const identity of valuesAt(doc, field).map((value) => identityOf(value, collation)))
      byValue.set(identity, [...(byValue.get(identity) ?? []), i]);
  return (values) => {
    const places = new Set(values.flatMap((value) => byValue.get(identityOf(value, collation)) ?? []));
    return [...places].sort((a, b) => a - b).map((place) => all[place] ?? {});
  };
}

const areTexts = (values: unknown[]): values is string[] =>
  values.every((value) => typeof value === 'string');

/** Joins another collection's documents to each document, by a field, a pipeline, or both. */
export const lookup: Stage = (docs, argument, run) => {
  const { from, localField, foreignField, as, pipeline, let: given } = asDocument(argument);
  const { source, variables, collation, tick, evaluate } = run;
  const stages = Array.isArray(pipeline) ? pipeline.filter(isDocument) : undefined;
  const hasSource = typeof from === 'string' || (stages && '$documents' in asDocument(stages[0]));
  const fields = [localField, foreignField];
  const isWhole = typeof as === 'string' && (stages || areTexts(fields));
  check(source && hasSource && isWhole, 9, "$lookup requires 'from', 'as' and 'pipeline' or both fields");
  const others = String(from ?? '');
  const [local = '', foreign = ''] = areTexts(fields) ? fields : [];
  const find = local ? joinBy(source, others, foreign, collation) : () => source.find(others, {});
  return docs.map((doc) => {
    tick?.();
    const found = find(local ? valuesAt(doc, local) : []);
    if (!stages) return setPath(doc, as, found);
    // `$literal` keeps a text that looks like a path a text.
    const own = { ...variables };
    for (const [name, value] of Object.entries(asDocument(given)))
      own[name] = { $literal: evaluate(doc, value) ?? null };
    const options = { ...run, variables: own };
    return setPath(doc, as, run.runStages(found.map(structuredCopy), stages, options));
  });
};

/** Follows a field from document to document, breadth-first; each document is found once, at its smallest depth. */
export const graphLookup: Stage = (docs, argument, { source, match, evaluate }) => {
  const { depthField, ...spec } = asDocument(argument);
  const names = [spec.from, spec.connectFromField, spec.connectToField, spec.as];
  const isWhole = areTexts(names) && 'startWith' in spec;
  check(source && isWhole, 40105, '$graphLookup requires from, as, startWith and the two fields to connect');
  const [from = '', connectFromField = '', connectToField = '', as = ''] = names;
  const deepest = spec.maxDepth === undefined ? Number.POSITIVE_INFINITY : wholeOf(spec.maxDepth, 40100, 0);
  const find = joinBy(source, from, connectToField, match.collation);
  const fits = compileFilter(asDocument(spec.restrictSearchWithMatch), match);
  return docs.map((doc) => {
    const found = new Map<string, unknown>();
    let values = [evaluate(doc, spec.startWith)].flat();
    for (let depth = 0; values.length > 0 && depth <= deepest; depth++) {
      const next = find(values).filter((item) => !found.has(identityOf(item._id)) && fits(item));
      const withDepth = (item: Document): Document =>
        depthField === undefined ? item : setPath(item, String(depthField), Long.fromNumber(depth));
      for (const item of next) found.set(identityOf(item._id), withDepth(item));
      values = next.flatMap((item) => evaluate(item, `$${connectFromField}`) ?? []);
    }
    return setPath(doc, as, [...found.values()]);
  });
};
