import { Long } from 'bson';
import { check, table } from '../input.ts';
import { compileFilter, isOperatorDocument } from '../query/matcher.ts';
import { ownValue } from '../query/paths.ts';
import { compileProjection } from '../query/projection.ts';
import { compareValues } from '../values/compare.ts';
import { structuredCopy } from '../values/copy.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';
import { setPath, sorted, withPath } from './documents.ts';
import { group } from './group.ts';
import { graphLookup, lookup } from './lookup.ts';
import { asDocument, isFilled, isMissing, listOf, textOf } from './operator.ts';
import { bucketAuto, fill, redact } from './reshaping.ts';
import { leadingFind, type Stage, wrapperOf } from './stage.ts';
import { setWindowFields } from './windows.ts';

/** Flattens `$addFields` to paths and values; nested documents are another notation for paths. */
function fieldsOf(spec: Document, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    check(!name.startsWith('$'), 16410, "FieldPath field names may not start with '$'. Consider $setField.");
    check(!path.split('.').includes(''), 15998, 'FieldPath field names may not be empty strings.');
    if (!isDocument(value) || isOperatorDocument(value)) return [[path, value]];
    const text = (): string => `an empty object is not a valid value. Found empty object at path ${path}`;
    check(isFilled(value), 40180, text);
    return fieldsOf(value, `${path}.`);
  });
}

const addFields: Stage = (docs, argument, { evaluate }) => {
  check(isDocument(argument), 40272, '$addFields specification stage must be an object');
  const fields = fieldsOf(argument);
  check(fields.length > 0, 40177, 'specification must have at least one field');
  const isTwice = fields.some(([path], i) =>
    fields.some(([other], j) => i !== j && `${path}.`.startsWith(`${other}.`)),
  );
  check(!isTwice, 40176, 'specification contains two conflicting paths');
  return docs.map((doc) =>
    fields.reduce((result, [path, value]) => setPath(result, path, evaluate(doc, value)), doc),
  );
};

const project: Stage = (docs, argument, { match }) => {
  const projection = compileProjection(argument, { ...match, isAggregation: true });
  return docs.map((doc) => projection?.(doc) ?? doc);
};

const unwind: Stage = (docs, argument) => {
  const spec = typeof argument === 'string' ? { path: argument } : argument;
  check(isDocument(spec), 15981, 'expected either a string or an object as specification for $unwind stage');
  const { path, includeArrayIndex: indexName, preserveNullAndEmptyArrays, ...others } = spec;
  check(!isFilled(others), 28811, () => `unrecognized option to $unwind stage: ${Object.keys(others)[0]}`);
  const name = textOf(path, path === undefined ? 28812 : 28808);
  const hasPrefix = /^\$./.test(name);
  check(hasPrefix, 28818, () => `path option to $unwind stage should be prefixed with a '$': ${name}`);
  const parts = name.slice(1).split('.');
  const withIndex = (doc: Document, index: Long | null): Document =>
    indexName === undefined ? doc : setPath(doc, textOf(indexName, 28810), index);
  return docs.flatMap((doc) => {
    const value = parts.reduce<unknown>((at, part) => ownValue(asDocument(at), part), doc);
    const put = (item: unknown): Document => asDocument(withPath(doc, parts, item));
    const isArray = Array.isArray(value);
    if (isArray && value.length > 0) return value.map((item, i) => withIndex(put(item), Long.fromNumber(i)));
    if ((isArray || isMissing(value)) && preserveNullAndEmptyArrays !== true) return [];
    return [withIndex(isArray ? put(undefined) : doc, null)];
  });
};

/** `$bucket` groups by lower bounds, in their order. */
const bucket: Stage = (docs, argument, run) => {
  const { groupBy: by, boundaries, default: others, output = { count: { $sum: 1 } } } = asDocument(argument);
  check(by !== undefined && boundaries !== undefined, 40198, "$bucket requires 'groupBy' and 'boundaries'");
  const bounds = listOf(boundaries, 40200).map((bound) => run.evaluate({}, bound));
  check(bounds.length > 1, 40192, "The $bucket 'boundaries' field must have at least 2 values");
  const pairs = bounds.slice(1).map((upper, i) => ({ lower: bounds[i], upper }));
  const areSorted = pairs.every(({ lower, upper }) => compareValues(lower, upper) < 0);
  check(areSorted, 40194, "The 'boundaries' option to $bucket must be sorted");
  const isInside = compareValues(others, bounds[0]) >= 0 && compareValues(others, bounds.at(-1)) < 0;
  check(others === undefined || !isInside, 40199, "The $bucket 'default' must not lie within the boundaries");
  const branches = pairs.map(({ lower, upper }) => ({
    case: { $and: [{ $gte: [by, { $literal: lower }] }, { $lt: [by, { $literal: upper }] }] },
    // oxlint-disable-next-line unicorn/no-thenable -- a branch of `$switch`
    then: { $literal: lower },
  }));
  const otherwise = others === undefined ? {} : { default: { $literal: others } };
  const spec = { _id: { $switch: { branches, ...otherwise } }, ...asDocument(output) };
  return sorted(group(docs, spec, run), { _id: 1 });
};

const replaceRoot: Stage = (docs, newRoot, { evaluate }) =>
  docs.map((doc) => {
    const root = evaluate(doc, newRoot);
    check(isDocument(root), 40228, "'newRoot' expression must evaluate to an object");
    return root;
  });

const sample: Stage = (docs, argument) => {
  const placed = docs.map((doc) => ({ doc, place: Math.random() })).sort((a, b) => a.place - b.place);
  return placed.slice(0, toNumber(asDocument(argument).size)).map(({ doc }) => doc);
};

/** All supported stages. */
export const stages: Record<string, Stage> = table({
  $match(docs, argument, { match, tick }) {
    const matches = compileFilter(asDocument(argument), match);
    return docs.filter((doc) => {
      tick?.();
      return matches(doc);
    });
  },
  $project: project,
  $unset: (docs, paths, run) =>
    project(docs, Object.fromEntries([paths].flat().map((path) => [textOf(path, 31120), false])), run),
  $addFields: addFields,
  $set: addFields,
  $sort: (docs, argument, { collation }) => sorted(docs, argument, collation),
  $limit: (docs, count) => docs.slice(0, toNumber(count)),
  $skip: (docs, count) => docs.slice(toNumber(count)),
  $count: (docs, name) => (docs.length ? [{ [String(name)]: docs.length }] : []),
  $group: group,
  $sortByCount: (docs, by, run) => sorted(group(docs, { _id: by, count: { $sum: 1 } }, run), { count: -1 }),
  $bucket: bucket,
  $bucketAuto: bucketAuto,
  $redact: redact,
  $fill: fill,
  $unwind: unwind,
  $replaceRoot: (docs, argument, run) => replaceRoot(docs, asDocument(argument).newRoot, run),
  $replaceWith: replaceRoot,
  $sample: sample,
  $setWindowFields: setWindowFields,
  $lookup: lookup,
  $graphLookup: graphLookup,
  $unionWith(docs, argument, run) {
    const { coll, pipeline } = isDocument(argument) ? argument : { coll: argument };
    const stages = listOf(pipeline ?? [], 9).map(asDocument);
    // The leading find of the inner pipeline may use an index.
    const { request, rest } = leadingFind(stages);
    const wrap = run.isSent ? wrapperOf(rest) : undefined;
    const others = coll === undefined ? [] : (run.source?.find(textOf(coll, 9), request, wrap) ?? []);
    return [...docs, ...(wrap ? others : run.runStages(others, rest, { ...run, isSent: false }))];
  },
  $facet(docs, facets, run) {
    const results = Object.entries(asDocument(facets)).map(([name, inner]) => {
      const stages = listOf(inner, 40170).map(asDocument);
      return [name, run.runStages(docs.map(structuredCopy), stages, run)];
    });
    return [Object.fromEntries(results)];
  },
  $documents: (_docs, list, { evaluate }) => listOf(evaluate({}, list), 5858203).map(asDocument),
});
