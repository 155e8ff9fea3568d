import { badValue, MongoError } from '../errors.ts';
import type { Document } from '../values/decode.ts';
import { isDocument, isNumeric, isTruthy, toNumber } from '../values/types.ts';
import { compileElemMatch, type MatchDetails, type MatchOptions } from './matcher.ts';
import { ownValue } from './paths.ts';

export type Projection = (doc: Document, details?: MatchDetails) => Document;

/** What one node of a projection does with its field. */
type Rule =
  | { readonly kind: 'tree'; readonly fields: Map<string, Rule> }
  | { readonly kind: 'include' }
  | { readonly kind: 'exclude' }
  | { readonly kind: 'slice'; readonly skip: number; readonly limit: number | undefined }
  | { readonly kind: 'elemMatch'; readonly matches: (value: unknown) => boolean }
  | { readonly kind: 'positional' }
  | { readonly kind: 'expression'; readonly expression: unknown };

/** Compiles a `find` projection; undefined when it keeps documents as they are. */
export function compileProjection(spec: unknown, options: MatchOptions): Projection | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDocument(spec))
    throw new MongoError(14, "BSON field 'projection' is the wrong type, expected type 'object'");
  if (Object.keys(spec).length === 0) return undefined;
  const root = new Map<string, Rule>();
  let mode: 'include' | 'exclude' | undefined;
  let keepId = true;
  const setMode = (next: 'include' | 'exclude', path: string): void => {
    if (mode && mode !== next) {
      const text =
        next === 'include'
          ? `Cannot do inclusion on field ${path} in exclusion projection`
          : `Cannot do exclusion on field ${path} in inclusion projection`;
      throw new MongoError(next === 'include' ? 31253 : 31254, text);
    }
    mode = next;
  };
  const visit = (path: string, value: unknown): void => {
    const rule = ruleFor(path, value, options);
    if (path === '_id' && (rule.kind === 'include' || rule.kind === 'exclude')) {
      keepId = rule.kind === 'include';
      return;
    }
    if (rule.kind === 'tree') {
      if (!isDocument(value)) return;
      for (const [name, inner] of Object.entries(value)) visit(`${path}.${name}`, inner);
      return;
    }
    if (rule.kind === 'include' || rule.kind === 'positional') setMode('include', path);
    if (rule.kind === 'exclude') setMode('exclude', path);
    if (rule.kind === 'expression') setMode('include', path);
    place(root, (rule.kind === 'positional' ? path.slice(0, -2) : path).split('.'), rule, path);
  };
  for (const [path, value] of Object.entries(spec)) visit(path, value);
  // `{ _id: 1 }` alone includes only the id; `{ _id: 0 }` alone, and a lone $slice, exclude.
  const onlyElemMatch = [...root.values()].some((rule) => rule.kind === 'elemMatch');
  const isInclusion = mode ? mode === 'include' : onlyElemMatch || (keepId && '_id' in spec);
  return (doc, details) => {
    const result: Document = {};
    if (keepId && '_id' in doc) result._id = doc._id;
    for (const [name, value] of Object.entries(doc)) {
      if (name === '_id' && !root.has('_id')) continue;
      const rule = root.get(name);
      const projected = rule
        ? apply(rule, value, doc, isInclusion, options, details)
        : isInclusion
          ? undefined
          : value;
      if (projected !== undefined) result[name] = projected;
    }
    for (const [name, rule] of root) {
      if (name in doc) continue;
      const created =
        rule.kind === 'expression' || rule.kind === 'tree'
          ? apply(rule, undefined, doc, isInclusion, options, details)
          : undefined;
      if (created !== undefined) result[name] = created;
    }
    return result;
  };
}

function ruleFor(path: string, value: unknown, options: MatchOptions): Rule {
  if (path.startsWith('$'))
    throw new MongoError(
      16410,
      `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
    );
  if (path.endsWith('.$') && !options.isAggregation) return { kind: 'positional' };
  if (isNumeric(value) || typeof value === 'boolean')
    return { kind: isTruthy(value) ? 'include' : 'exclude' };
  if (!isDocument(value)) return { kind: 'expression', expression: value };
  const [operator] = Object.keys(value);
  if (operator === undefined)
    throw new MongoError(
      51270,
      `An empty sub-projection is not a valid value. Found empty object at path ${path}`,
    );
  if (operator === '$slice' && !options.isAggregation && !isAggregationSlice(value.$slice))
    return sliceRule(value.$slice);
  if (operator === '$elemMatch' && !options.isAggregation) {
    if (path.includes('.')) throw badValue('Cannot use $elemMatch projection on a nested field.');
    return { kind: 'elemMatch', matches: compileElemMatch(value.$elemMatch, options) };
  }
  if (operator === '$meta') throw badValue('$meta projections are not supported by this server');
  return operator.startsWith('$')
    ? { kind: 'expression', expression: value }
    : { kind: 'tree', fields: new Map() };
}

const isAggregationSlice = (argument: unknown): boolean =>
  Array.isArray(argument) && toNumber(argument[0]) === undefined;

function sliceRule(argument: unknown): Rule {
  if (!Array.isArray(argument)) {
    const limit = toNumber(argument);
    if (limit === undefined)
      throw new MongoError(28667, 'Invalid $slice syntax. The given syntax did not match the find() syntax');
    return limit < 0 ? { kind: 'slice', skip: limit, limit: undefined } : { kind: 'slice', skip: 0, limit };
  }
  const [skip, limit] = argument.map(toNumber);
  if (skip === undefined || limit === undefined || limit <= 0)
    throw new MongoError(28724, 'First argument to $slice must be an array');
  return { kind: 'slice', skip, limit };
}

function place(fields: Map<string, Rule>, parts: string[], rule: Rule, path: string): void {
  const [part = '', ...rest] = parts;
  const known = fields.get(part);
  if (rest.length === 0) {
    if (known) throw new MongoError(31249, `Path collision at ${path}`);
    fields.set(part, rule);
    return;
  }
  if (known && known.kind !== 'tree')
    throw new MongoError(31249, `Path collision at ${path} remaining portion ${rest.join('.')}`);
  const tree = known?.kind === 'tree' ? known : { kind: 'tree' as const, fields: new Map<string, Rule>() };
  fields.set(part, tree);
  place(tree.fields, rest, rule, path);
}

function apply(
  rule: Rule,
  value: unknown,
  root: Document,
  isInclusion: boolean,
  options: MatchOptions,
  details: MatchDetails | undefined,
): unknown {
  switch (rule.kind) {
    case 'include':
      return value;
    case 'exclude':
      return undefined;
    case 'slice':
      if (!Array.isArray(value)) return value;
      return sliceArray(value, rule.skip, rule.limit);
    case 'elemMatch': {
      const found = Array.isArray(value) ? value.find(rule.matches) : undefined;
      return found === undefined ? undefined : [found];
    }
    case 'positional': {
      if (!Array.isArray(value)) return value;
      if (details?.index === undefined)
        throw new MongoError(
          51246,
          "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
        );
      return [value[details.index]];
    }
    case 'expression':
      return options.evaluate ? options.evaluate(rule.expression, root) : undefined;
    case 'tree':
      return applyTree(rule.fields, value, root, isInclusion, options, details);
  }
}

function applyTree(
  fields: Map<string, Rule>,
  value: unknown,
  root: Document,
  isInclusion: boolean,
  options: MatchOptions,
  details: MatchDetails | undefined,
): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => applyTree(fields, item, root, isInclusion, options, details));
    return isInclusion ? items.filter((item) => item !== undefined) : items;
  }
  const creates = [...fields.values()].some((rule) => rule.kind === 'expression');
  if (!isDocument(value)) {
    if (!creates || value !== undefined) return isInclusion ? undefined : value;
  }
  const source = isDocument(value) ? value : {};
  const result: Document = {};
  for (const [name, item] of Object.entries(source)) {
    const rule = fields.get(name);
    const projected = rule
      ? apply(rule, item, root, isInclusion, options, details)
      : isInclusion
        ? undefined
        : item;
    if (projected !== undefined) result[name] = projected;
  }
  for (const [name, rule] of fields) {
    if (rule.kind === 'expression' && ownValue(source, name) === undefined) {
      const created = apply(rule, undefined, root, isInclusion, options, details);
      if (created !== undefined) result[name] = created;
    }
  }
  return result;
}

function sliceArray(array: unknown[], skip: number, limit: number | undefined): unknown[] {
  const start = skip < 0 ? Math.max(0, array.length + skip) : skip;
  return array.slice(start, limit === undefined ? undefined : start + limit);
}
