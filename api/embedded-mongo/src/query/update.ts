import { badValue, MongoError } from '../errors.ts';
import { check } from '../input.ts';
import { equalValues } from '../values/compare.ts';
import { structuredCopy } from '../values/copy.ts';
import { show } from '../values/show.ts';
import { fillTimestamps } from '../values/timestamps.ts';
import { type Document, isDocument, typeName } from '../values/types.ts';
import { compileFilter, isOperatorDocument, type Matcher, type MatchOptions } from './matcher.ts';
import { getPath, isArrayIndex, ownValue } from './paths.ts';
import { isRegex } from './regex.ts';
import { type Modifier, operators, removed } from './update-operators.ts';

/** An update's context. */
export interface UpdateContext {
  /** The element that the query matched, for the positional `$`. */
  readonly arrayIndex?: () => number | undefined;
  /** Whether an upsert inserts the document. */
  readonly isInsert: boolean;
}

/** Computes the new document without changing the old one. */
export type Updater = (doc: Document, context: UpdateContext) => Document;

export interface UpdateOptions extends MatchOptions {
  readonly arrayFilters?: readonly Document[] | undefined;
  readonly runPipeline: (stages: Document[], doc: Document) => Document;
}

/** Whether an update's `u` is a replacement document rather than operators or a pipeline. */
export const isReplacement = (update: unknown): boolean =>
  isDocument(update) && !Object.keys(update)[0]?.startsWith('$');

/** Compiles an update's `u`: operators, a pipeline, or a replacement. */
export function compileUpdate(update: unknown, options: UpdateOptions): Updater {
  if (Array.isArray(update)) {
    check(update.every(isDocument), 14, 'Each element of the pipeline array must be an object');
    check(!options.arrayFilters?.length, 9, 'arrayFilters may not be specified for pipeline-style updates');
    return (doc) => keepId(doc, options.runPipeline(update, structuredCopy(doc)));
  }
  check(isDocument(update), 9, 'Update argument must be either an object or an array');
  if (!isReplacement(update)) return compileOperators(update, options);
  return (doc, context) => {
    checkNames(Object.keys(update), context);
    return fillTimestamps(keepId(doc, { ...update }));
  };
}

/** Rejects top-level field names with a dollar, unless they are inserted. */
function checkNames(names: readonly string[], context: UpdateContext): void {
  const dollar = names.find((name) => /^\$(?!(ref|id|db)$)/.test(name));
  const text = (): string =>
    `The dollar ($) prefixed field '${dollar}' is not allowed in the context of an update's replacement document.`;
  check(!dollar || context.isInsert, 52, text);
}

/** Keeps the `_id` and puts it first. */
function keepId(before: Document, after: Document): Document {
  const { _id: id = before._id, ...rest } = after;
  const isKept = !('_id' in before) || equalValues(before._id, id);
  const text = (): string =>
    `After applying the update, the (immutable) field '_id' was altered to _id: ${show(id)}`;
  check(isKept, 66, text);
  return id === undefined ? rest : { _id: before._id ?? id, ...rest };
}

interface Change {
  readonly path: string;
  readonly parts: string[];
  readonly modify: Modifier;
  readonly insertOnly?: boolean;
}

function compileOperators(update: Document, options: UpdateOptions): Updater {
  const changes: Change[] = [];
  const renames: [from: string, to: string][] = [];
  const written: string[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    const compile = operators[operator];
    const isKnown = compile || operator === '$rename';
    const unknown = (): string =>
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`;
    check(isKnown, 9, unknown);
    const mistyped = (): string =>
      `Modifiers operate on fields but we found type ${typeName(fields)} instead, in ${operator}`;
    check(isDocument(fields), 9, mistyped);
    for (const [path, argument] of Object.entries(fields)) {
      const parts = checkedParts(path);
      const insertOnly = operator === '$setOnInsert';
      if (operator !== '$unset' && !insertOnly) written.push(parts[0] ?? '');
      if (compile) changes.push({ path, parts, modify: compile(argument, path, options), insertOnly });
      else {
        const isName = typeof argument === 'string' && argument !== path;
        check(isName, 2, () => `The 'to' field for $rename must be a string other than the source: ${path}`);
        const isDynamic = [...parts, ...checkedParts(argument)].some(isPositional);
        check(!isDynamic, 2, () => `The fields of $rename may not be dynamic: ${path}`);
        renames.push([path, argument]);
      }
    }
  }
  checkConflicts([...changes.map((change) => change.path), ...renames.flat()]);
  // MongoDB adds new fields in alphabetical order.
  changes.sort((a, b) => (a.path < b.path ? -1 : 1));
  const filters = compileArrayFilters(options, changes);
  return (doc, context) => {
    checkNames(written, context);
    const result = structuredCopy(doc);
    const changed = new Set<string>();
    for (const { parts, modify, insertOnly } of changes) {
      if (insertOnly && !context.isInsert) continue;
      // Positional elements refer to the original document, whatever this update has already changed.
      const places: Places = (path, part) => placesIn(getPath(doc, path), part, context, filters);
      const once = (value: unknown, path: string): unknown => {
        check(!changed.has(path), 40, () => `Update created a conflict at '${path}'`);
        changed.add(path);
        return modify(value, doc);
      };
      changeAt(result, parts, once, places);
    }
    for (const [from, to] of renames) rename(result, from, to);
    // An upsert may set the `_id` that its filter left open.
    const isFree = context.isInsert && doc._id === undefined;
    const isKept = isFree || equalValues(doc._id ?? null, result._id ?? null);
    check(isKept, 66, "Performing an update on the path '_id' would modify the immutable field '_id'");
    return result;
  };
}

function checkedParts(path: string): string[] {
  const parts = path.split('.');
  check(!parts.includes(''), 56, () => `The update path '${path}' contains an empty field name.`);
  const isPlain = !parts.includes('__proto__');
  check(isPlain, 2, () => `This server does not update a field with the name of '${path}'`);
  check(!isPositional(parts[0]), 2, () => `Cannot have a positional element first in path '${path}'`);
  return parts;
}

function checkConflicts(paths: string[]): void {
  for (const [i, path] of paths.entries()) {
    const other = paths.slice(0, i).find((p) => contains(p, path) || contains(path, p));
    const shorter = (): string => (other && contains(other, path) ? other : path);
    check(!other, 40, () => `Updating the path '${path}' would create a conflict at '${shorter()}'`);
    for (const earlier of paths.slice(0, i)) checkSameKind(path, earlier);
  }
}

/** Rejects updates that address one array's elements both by filters and by positions. */
function checkSameKind(path: string, earlier: string): void {
  const [parts, others] = [path.split('.'), earlier.split('.')];
  const at = parts.findIndex((part, i) => part !== others[i]);
  const isMixed = others[at] !== undefined && parts[at]?.startsWith('$[') !== others[at]?.startsWith('$[');
  const place = (): string => parts.slice(0, at).join('.');
  check(!isMixed, 40, () => `Updating the path '${path}' would create a conflict at '${place()}'`);
}

const contains = (path: string, inner: string): boolean => `${inner}.`.startsWith(`${path}.`);

const isPositional = (part = ''): boolean => part === '$' || part.startsWith('$[');
const noPositionalMatch = 'The positional operator did not find the match needed from the query.';

type Places = (path: string, part: string) => number[];

/** Changes the values at a path: one value, or the elements selected by a positional part. */
function changeAt(
  target: Document | unknown[],
  parts: readonly string[],
  modify: (value: unknown, path: string) => unknown,
  places?: Places,
  above = '',
): void {
  const [part = '', ...rest] = parts;
  if (isPositional(part) && Array.isArray(target) && places) {
    for (const place of places(above.slice(0, -1), part))
      changeAt(target, [String(place), ...rest], modify, places, above);
    return;
  }
  const inside = Array.isArray(target) && isArrayIndex(part) ? target[Number(part)] : undefined;
  const value = Array.isArray(target) ? inside : ownValue(target, part);
  const path = above + part;
  if (rest.length === 0) return write(target, part, modify(value, path));
  if (isPositional(rest[0]) && !Array.isArray(value)) {
    const missing = `The path '${path}' must exist in the document in order to apply array updates.`;
    const found = `Cannot apply array updates to non-array element ${part}: ${show(value)}`;
    throw badValue(rest[0] === '$' ? noPositionalMatch : value === undefined ? missing : found);
  }
  if (isDocument(value) || Array.isArray(value)) return changeAt(value, rest, modify, places, `${path}.`);
  // The parent is missing: it is only created if the operator produces a field in it.
  const made: Document = {};
  changeAt(made, rest, modify, places, `${path}.`);
  if (Object.keys(made).length === 0) return;
  const text = (): string => `Cannot create field '${rest[0]}' in element {${part}: ${show(value)}}`;
  check(value === undefined, 28, text);
  write(target, part, made);
}

function write(target: Document | unknown[], part: string, value: unknown): void {
  if (value === undefined) return;
  if (!Array.isArray(target)) {
    if (value === removed) delete target[part];
    else target[part] = value;
    return;
  }
  if (!isArrayIndex(part))
    throw new MongoError(28, `Cannot create field '${part}' in element ${show(target)}`);
  const place = Number(part);
  check(place <= target.length + 1_500_000, 2, "can't backfill more than 1500000 elements");
  while (target.length < place) target.push(null);
  target[place] = value === removed ? null : value;
}

function compileArrayFilters(options: UpdateOptions, changes: Change[]): Map<string, Matcher> {
  const filters = new Map<string, Matcher>();
  for (const filter of options.arrayFilters ?? []) {
    const [name, ...others] = new Set(identifiers(filter));
    const isSingle = name !== undefined && others.length === 0 && !filters.has(name);
    check(isSingle, 9, () => `Expected a single top-level field name in an array filter: ${show(filter)}`);
    const isName = /^[a-z][a-zA-Z0-9]*$/.test(name);
    check(isName, 2, () => `The name '${name}' in an array filter must begin with a lowercase letter`);
    filters.set(name, compileFilter(filter, options));
  }
  const positional = changes.flatMap(({ parts }) => parts.filter((part) => /^\$\[.+\]$/.test(part)));
  const used = new Set(positional.map((part) => part.slice(2, -1)));
  const unused = [...filters.keys()].find((name) => !used.has(name));
  check(!unused, 9, () => `The array filter for identifier '${unused}' was not used in the update`);
  const unknown = [...used].find((name) => !filters.has(name));
  const place = changes.find(({ parts }) => parts.includes(`$[${unknown}]`));
  check(!place, 2, () => `No array filter found for identifier '${unknown}' in path '${place?.path}'`);
  return filters;
}

function identifiers(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    const clauses = name.startsWith('$') && Array.isArray(value) ? value.filter(isDocument) : undefined;
    return clauses ? clauses.flatMap(identifiers) : [name.replace(/\..*/s, '')];
  });
}

function placesIn(
  array: unknown,
  part: string,
  context: UpdateContext,
  filters: Map<string, Matcher>,
): number[] {
  const name = part.slice(2, -1);
  const matches = filters.get(name);
  if (part !== '$' && Array.isArray(array))
    return [...array.keys()].filter((i) => !matches || matches({ [name]: array[i] }));
  const place = context.arrayIndex?.();
  if (place !== undefined) return [place];
  throw badValue(noPositionalMatch);
}

function rename(doc: Document, from: string, to: string): void {
  const value = getPath(doc, from);
  for (const path of value === undefined ? [from] : [from, to]) {
    const above = path.split('.').map((_, i, parts) => parts.slice(0, i).join('.'));
    const isInArray = above.some((part) => part && Array.isArray(getPath(doc, part)));
    check(!isInArray, 2, () => `A field that $rename works on cannot be an array element, '${path}'`);
  }
  if (value === undefined) return;
  changeAt(doc, from.split('.'), () => removed);
  changeAt(doc, to.split('.'), () => value);
}

/** The document that an upsert starts from: its filter's equalities. */
export function documentFromFilter(filter: Document, doc: Document = {}, seen: string[] = []): Document {
  const add = (path: string, value: unknown): void => {
    const isExact = !path.startsWith('_id.');
    check(isExact, 111, () => `field at '_id' must be exactly specified, field at sub-path '${path}' found`);
    const twice = seen.find((other) => contains(other, path) || contains(path, other));
    const found = (): string =>
      twice === path ? `path '${path}' is matched twice` : `both '${path}' and '${twice}' are matched`;
    check(!twice, 54, () => `cannot infer query fields to set, ${found()}`);
    seen.push(path);
    changeAt(doc, checkedParts(path), () => structuredCopy(value));
  };
  for (const [name, value] of Object.entries(filter)) {
    if (Array.isArray(value) && (name === '$and' || (name === '$or' && value.length === 1)))
      for (const clause of value.filter(isDocument)) documentFromFilter(clause, doc, seen);
    else if (name.startsWith('$') || isRegex(value)) continue;
    else if (!isOperatorDocument(value)) add(name, value);
    else if ('$eq' in value) add(name, value.$eq);
    else if (Array.isArray(value.$in) && value.$in.length === 1 && !isRegex(value.$in[0]))
      add(name, value.$in[0]);
    else if (Array.isArray(value.$all))
      for (const item of value.$all) if (!isRegex(item) && !isOperatorDocument(item)) add(name, item);
  }
  return doc;
}
