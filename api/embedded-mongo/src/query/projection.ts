import { badValue, MongoError, typeMismatch } from '../errors.ts';
import { check } from '../input.ts';
import { type Document, isDocument, isNumeric, isTruthy, toNumber } from '../values/types.ts';
import { compileElemMatch, isOperatorDocument, type MatchOptions } from './matcher.ts';
import { ownValue } from './paths.ts';

/** The array element that a filter matched, for the positional `$`. */
type ArrayIndex = () => number | undefined;

export type Projection = (doc: Document, arrayIndex?: ArrayIndex) => Document;

/** Projects a field's value; undefined omits it. A late rule's field comes after existing fields. */
interface Rule {
  (value: unknown, root: Document, arrayIndex: ArrayIndex | undefined): unknown;
  readonly isLate?: boolean;
}
type Tree = Map<string, Rule | Tree>;

export interface ProjectionOptions extends MatchOptions {
  /** `$project` has no positional `$`, no `$elemMatch`, and not the `$slice` of finds. */
  readonly isAggregation?: boolean;
}

const include: Rule = (value) => value;
const exclude: Rule = () => undefined;
const late = (rule: Rule): Rule => Object.assign(rule, { isLate: true });

const positional: Rule = (value, _root, arrayIndex) => {
  if (!Array.isArray(value)) return value;
  const index = arrayIndex?.();
  if (index !== undefined) return [value[index]];
  throw new MongoError(51246, "positional operator '.$' couldn't find a matching element in the array");
};

/** Compiles a projection; undefined if it keeps documents unchanged. */
export function compileProjection(spec: unknown, options: ProjectionOptions): Projection | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDocument(spec))
    throw typeMismatch("BSON field 'projection' is the wrong type, expected type 'object'");
  if (Object.keys(spec).length === 0) return undefined;
  const tree: Tree = new Map();
  let isInclusion: boolean | undefined;
  let keepId: boolean | undefined;
  let positionals = 0;
  const setMode = (includes: boolean, path: string): void => {
    isInclusion ??= includes;
    const [done, mode] = includes ? ['inclusion', 'exclusion'] : ['exclusion', 'inclusion'];
    const text = (): string => `Cannot do ${done} on field ${path} in ${mode} projection`;
    check(isInclusion === includes, includes ? 31253 : 31254, text);
  };
  const visit = ([path, value]: [string, unknown]): void => {
    checkPath(path, value);
    if (path.endsWith('.$') && positionals++)
      throw new MongoError(31276, 'Cannot specify more than one positional projection per query.');
    const isFlag = isNumeric(value) || typeof value === 'boolean';
    if (isFlag && path === '_id') keepId = isTruthy(value);
    else if (isDocument(value) && !isOperatorDocument(value)) {
      const inner = Object.entries(value);
      if (inner.length === 0)
        throw new MongoError(51270, `An empty sub-projection is not a valid value: ${path}`);
      for (const [name, field] of inner) visit([`${path}.${name}`, field]);
    } else {
      const rule = options.isAggregation ? undefined : findRule(path, value, options);
      if (!rule || rule === positional) setMode(!isFlag || isTruthy(value), path);
      const flagged = isTruthy(value) ? include : exclude;
      place(tree, path, rule ?? (isFlag ? flagged : computed(value, options)));
    }
  };
  Object.entries(spec).forEach(visit);
  // Alone, `{ _id: 1 }` and `$elemMatch` are inclusions; `{ _id: 0 }` and `$slice` are exclusions.
  const includes =
    isInclusion ??
    (keepId || Object.values(spec).some((value) => isDocument(value) && '$elemMatch' in value));
  if (!tree.has('_id')) tree.set('_id', keepId === false ? exclude : include);
  return (doc, arrayIndex) => applyTree(tree, doc, doc, includes, arrayIndex) as Document; // safe: a document stays a document
}

function computed(expression: unknown, { compile }: ProjectionOptions): Rule {
  const evaluate = compile?.(expression);
  return late((_value, root) => evaluate?.(root));
}

function checkPath(path: string, value: unknown): void {
  const parts = path.replace(/\.\$$/, '').split('.');
  const isPositional = path.endsWith('.$');
  if (isPositional && !isTruthy(value))
    throw new MongoError(31395, 'positional projection cannot be used with exclusion');
  if (path === '') throw new MongoError(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw new MongoError(40353, "FieldPath must not end with a '.'.");
  if (parts.includes('')) throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
  const isLast = !parts.includes('$', 1);
  check(isLast, 31394, "As of 4.4, it's illegal to specify positional operator in the middle of a path.");
  if (parts.some((part) => /^\$(?!(ref|id|db)$)/.test(part)))
    throw new MongoError(16410, "FieldPath field names may not start with '$'.");
}

/** Operators of finds only: `path.$`, `$slice` and `$elemMatch`. The last two work with inclusions and exclusions. */
function findRule(path: string, value: unknown, options: ProjectionOptions): Rule | undefined {
  if (path.endsWith('.$')) return positional;
  if (!isDocument(value)) return undefined;
  if ('$meta' in value) throw new MongoError(40218, 'query requires metadata that is not available');
  if ('$elemMatch' in value) {
    if (path.includes('.')) throw badValue('Cannot use $elemMatch projection on a nested field.');
    const matches = compileElemMatch(value.$elemMatch, options);
    return late((array) => {
      const found = Array.isArray(array) ? array.filter(matches).slice(0, 1) : [];
      return found.length ? found : undefined;
    });
  }
  const isRange = Array.isArray(value.$slice);
  const [skip = 0, limit = 0] = (isRange ? [value.$slice].flat() : [0, value.$slice]).map(toNumber);
  if (!('$slice' in value) || (isRange && !isNumeric([value.$slice].flat()[0]))) return undefined;
  if (isRange ? limit <= 0 : !isNumeric(value.$slice))
    throw new MongoError(isRange ? 28724 : 28667, 'Invalid $slice syntax');
  return (array) => {
    if (!Array.isArray(array)) return array;
    const start = limit < 0 ? limit : skip < 0 ? Math.max(0, array.length + skip) : skip;
    return array.slice(start, limit < 0 ? undefined : start + limit);
  };
}

function place(tree: Tree, path: string, rule: Rule): void {
  const parts = path.replace(/\.\$$/, '').split('.');
  const last = parts.pop() ?? '';
  let node = tree;
  for (const [i, part] of parts.entries()) {
    const next = node.get(part) ?? new Map();
    const text = (): string =>
      `Path collision at ${path} remaining portion ${[...parts.slice(i + 1), last].join('.')}`;
    check(next instanceof Map, 31249, text);
    node.set(part, next);
    node = next;
  }
  if (node.has(last)) throw new MongoError(31250, `Path collision at ${path}`);
  node.set(last, rule);
}

function applyTree(
  tree: Tree,
  value: unknown,
  root: Document,
  includes: boolean,
  arrayIndex?: ArrayIndex,
): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => applyTree(tree, item, root, includes, arrayIndex));
    return includes ? items.filter((item) => item !== undefined) : items;
  }
  // A computed field creates the documents on its path.
  if (!isDocument(value) && (value !== undefined || !includes)) return includes ? undefined : value;
  const source = value ?? {};
  // Entries, because a field may have the name of a prototype property.
  const result: [name: string, value: unknown][] = [];
  const isInPlace = (name: string): boolean => {
    const rule = tree.get(name);
    return !(typeof rule === 'function' && rule.isLate);
  };
  for (const name of new Set([...Object.keys(source).filter(isInPlace), ...tree.keys()])) {
    const rule = tree.get(name) ?? (includes ? exclude : include);
    const field = ownValue(source, name);
    const projected =
      rule instanceof Map
        ? applyTree(rule, field, root, includes, arrayIndex)
        : rule(field, root, arrayIndex);
    if (projected !== undefined) result.push([name, projected]);
  }
  return value || result.length > 0 ? Object.fromEntries(result) : undefined;
}
