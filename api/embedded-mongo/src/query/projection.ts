import { badValue, MongoError, typeMismatch } from '../errors.ts';
import { type Document, isDocument, isNumeric, isTruthy, toNumber } from '../values/types.ts';
import { compileElemMatch, isOperatorDocument, type MatchDetails, type MatchOptions } from './matcher.ts';
import { ownValue } from './paths.ts';

export type Projection = (doc: Document, details?: MatchDetails) => Document;

/** What is to become of a value; undefined leaves it out. */
type Rule = (value: unknown, root: Document, details: MatchDetails | undefined) => unknown;
type Tree = Map<string, Rule | Tree>;

export interface ProjectionOptions extends MatchOptions {
  /** In `$project` there is neither a positional `$`, nor `$elemMatch`, nor the `$slice` of finds. */
  readonly isAggregation?: boolean;
}

const include: Rule = (value) => value;
const exclude: Rule = () => undefined;

/** Compiles a projection; undefined when it keeps documents as they are. */
export function compileProjection(spec: unknown, options: ProjectionOptions): Projection | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDocument(spec))
    throw typeMismatch("BSON field 'projection' is the wrong type, expected type 'object'");
  if (Object.keys(spec).length === 0) return undefined;
  const tree: Tree = new Map();
  let mode: boolean | undefined;
  let keepId = true;
  const visit = (path: string, value: unknown): void => {
    if (path.startsWith('$'))
      throw new MongoError(
        16410,
        "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
      );
    const isNested = isDocument(value) && !isOperatorDocument(value);
    if (isNested && Object.keys(value).length > 0)
      return Object.entries(value).forEach(([name, inner]) => visit(`${path}.${name}`, inner));
    if (isNested)
      throw new MongoError(
        51270,
        `An empty sub-projection is not a valid value. Found empty object at path ${path}`,
      );
    const isFlag = isNumeric(value) || typeof value === 'boolean';
    if (path === '_id' && isFlag) keepId = isTruthy(value);
    else {
      const rule = isFlag ? undefined : findRule(path, value, options);
      const next = isFlag ? isTruthy(value) : !rule;
      if (!rule && mode !== undefined && mode !== next)
        throw new MongoError(
          next ? 31253 : 31254,
          `Cannot do ${next ? 'inclusion' : 'exclusion'} on field ${path} in ${next ? 'exclusion' : 'inclusion'} projection`,
        );
      if (!rule) mode = next;
      const flag = path.endsWith('.$') && !options.isAggregation ? positional : next ? include : exclude;
      place(tree, path.replace(/\.\$$/, ''), rule ?? (isFlag ? flag : computed(value, options)));
    }
  };
  for (const [path, value] of Object.entries(spec)) visit(path, value);
  // `{ _id: 1 }` alone includes only the id; `{ _id: 0 }` alone, and a lone $slice, exclude. A lone $elemMatch includes.
  const lonely =
    Object.values(spec).some((value) => isDocument(value) && '$elemMatch' in value) ||
    (keepId && '_id' in spec);
  const isInclusion = mode ?? lonely;
  if (!tree.has('_id') && keepId !== !isInclusion) tree.set('_id', keepId ? include : exclude);
  return (doc, details) => applyTree(tree, doc, doc, isInclusion, details) as Document; // a document stays a document
}

const computed =
  (expression: unknown, { evaluate }: MatchOptions): Rule =>
  (_value, root) =>
    evaluate?.(expression, root);

const positional: Rule = (value, _root, details) => {
  if (!Array.isArray(value)) return value;
  if (details?.index === undefined)
    throw new MongoError(
      51246,
      "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
    );
  return [value[details.index]];
};

/** `$slice` and `$elemMatch` of finds, which go with inclusions and exclusions. */
function findRule(path: string, value: unknown, options: ProjectionOptions): Rule | undefined {
  if (options.isAggregation || !isDocument(value)) return undefined;
  if ('$meta' in value) throw badValue('$meta projections are not supported by this server');
  if ('$elemMatch' in value) {
    if (path.includes('.')) throw badValue('Cannot use $elemMatch projection on a nested field.');
    const matches = compileElemMatch(value.$elemMatch, options);
    return (array) => {
      const found = Array.isArray(array) ? array.filter(matches).slice(0, 1) : [];
      return found.length ? found : undefined;
    };
  }
  const bounds = Array.isArray(value.$slice) ? value.$slice : [0, value.$slice];
  const [skip = 0, limit = 0] = bounds.map(toNumber);
  if (!('$slice' in value) || (Array.isArray(value.$slice) && !isNumeric(bounds[0]))) return undefined;
  if (Array.isArray(value.$slice) ? limit <= 0 : !isNumeric(value.$slice))
    throw new MongoError(28724, 'First argument to $slice must be an array');
  return (array) => {
    if (!Array.isArray(array)) return array;
    const start = limit < 0 ? limit : skip < 0 ? Math.max(0, array.length + skip) : skip;
    return array.slice(start, limit < 0 ? undefined : start + limit);
  };
}

function place(tree: Tree, path: string, rule: Rule): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let node = tree;
  for (const part of parts) {
    const next = node.get(part) ?? new Map();
    if (!(next instanceof Map)) throw new MongoError(31249, `Path collision at ${path}`);
    node.set(part, next);
    node = next;
  }
  if (node.has(last)) throw new MongoError(31249, `Path collision at ${path}`);
  node.set(last, rule);
}

function applyTree(
  tree: Tree,
  value: unknown,
  root: Document,
  isInclusion: boolean,
  details: MatchDetails | undefined,
): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => applyTree(tree, item, root, isInclusion, details));
    return isInclusion ? items.filter((item) => item !== undefined) : items;
  }
  // A computed field makes the documents on its way.
  if (!isDocument(value) && (value !== undefined || !isInclusion)) return isInclusion ? undefined : value;
  const source = isDocument(value) ? value : {};
  const result: Document = {};
  for (const name of new Set([...Object.keys(source), ...tree.keys()])) {
    const rule = tree.get(name);
    const field = ownValue(source, name);
    const projected = !rule
      ? isInclusion
        ? undefined
        : field
      : rule instanceof Map
        ? applyTree(rule, field, root, isInclusion, details)
        : rule(field, root, details);
    if (projected !== undefined) result[name] = projected;
  }
  return isDocument(value) || Object.keys(result).length > 0 ? result : undefined;
}
