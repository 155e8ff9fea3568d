import { Long, Timestamp } from 'bson';
import { badValue, failedToParse, MongoError, typeMismatch } from '../errors.ts';
import { calculate } from '../values/arithmetic.ts';
import { compareValues, equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import { isDocument, isNumeric, toNumber, typeName } from '../values/types.ts';
import {
  compileElemMatch,
  compileFilter,
  isOperatorDocument,
  isRegex,
  type Matcher,
  type MatchOptions,
} from './matcher.ts';
import { getPath, isArrayIndex, ownValue } from './paths.ts';
import { sortArray } from './sort.ts';

/** What an update knows about the document it changes. */
export interface UpdateContext {
  /** The element matched by the query, for the positional `$`. */
  readonly arrayIndex?: number | undefined;
  /** Whether the document is being inserted by an upsert. */
  readonly isInsert: boolean;
}

export type Updater = (doc: Document, context: UpdateContext) => Document;

export interface UpdateOptions extends MatchOptions {
  readonly arrayFilters?: readonly Document[] | undefined;
  readonly runPipeline: (stages: Document[], doc: Document) => Document;
}

interface Slot {
  /** The document or array that holds the value. */
  readonly parent: Document | unknown[];
  readonly key: string;
}

const read = (slot: Slot): unknown =>
  Array.isArray(slot.parent) ? slot.parent[Number(slot.key)] : ownValue(slot.parent, slot.key);

function write(slot: Slot, value: unknown): void {
  if (!Array.isArray(slot.parent)) {
    slot.parent[slot.key] = value;
    return;
  }
  const place = Number(slot.key);
  if (place > slot.parent.length + 1_500_000) throw badValue(`can't backfill more than 1500000 elements`);
  while (slot.parent.length < place) slot.parent.push(null);
  slot.parent[place] = value;
}

/** Whether the `u` of an update is a replacement document, and not operators or a pipeline. */
export function isReplacement(update: unknown): boolean {
  return isDocument(update) && !Object.keys(update)[0]?.startsWith('$');
}

/** Compiles the `u` of an update: operators, a pipeline, or a replacement. */
export function compileUpdate(update: unknown, options: UpdateOptions): Updater {
  if (Array.isArray(update)) {
    const stages = update.map((stage: unknown) => {
      if (!isDocument(stage)) throw typeMismatch('Each element of the pipeline array must be an object');
      return stage;
    });
    return (doc) => keepId(doc, options.runPipeline(stages, structuredCopy(doc)));
  }
  if (!isDocument(update)) throw failedToParse('Update argument must be either an object or an array');
  if (isReplacement(update)) return (doc) => replace(doc, update);
  return compileOperators(update, options);
}

function keepId(before: Document, after: Document): Document {
  if (!('_id' in after) && '_id' in before) return { _id: before._id, ...after };
  if ('_id' in before && !equalValues(before._id, after._id)) throw immutableId();
  return after;
}

function replace(doc: Document, replacement: Document): Document {
  const { _id: id, ...rest } = replacement;
  if (id !== undefined && '_id' in doc && !equalValues(id, doc._id)) {
    throw new MongoError(
      66,
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${String(id)}`,
    );
  }
  const chosen = '_id' in doc ? doc._id : id;
  const result: Document = chosen === undefined ? {} : { _id: chosen };
  return fillTimestamps(Object.assign(result, rest));
}

/** An empty Timestamp at the top of a document asks the server for the time. */
export function fillTimestamps(doc: Document): Document {
  for (const [name, value] of Object.entries(doc)) {
    if (name !== '_id' && value instanceof Timestamp && value.isZero()) doc[name] = nextTimestamp();
  }
  return doc;
}

let lastSecond = 0;
let increment = 0;
/** A cluster time that never repeats. */
export function nextTimestamp(): Timestamp {
  const now = Math.floor(Date.now() / 1000);
  increment = now > lastSecond ? 1 : increment + 1;
  lastSecond = Math.max(now, lastSecond);
  return new Timestamp({ t: lastSecond, i: increment });
}

const immutableId = (): MongoError =>
  new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");

/** Copies containers; values that are never changed in place are shared. */
export function structuredCopy<T>(value: T): T {
  // Both branches rebuild the same shape, which the type checker cannot see.
  if (Array.isArray(value)) return value.map(structuredCopy) as T;
  if (!isDocument(value)) return value;
  const copy: Document = {};
  for (const [name, item] of Object.entries(value)) copy[name] = structuredCopy(item);
  return copy as T;
}

type Modifier = (slot: Slot) => void;
interface Change {
  readonly path: string;
  readonly parts: string[];
  readonly modify: Modifier;
  /** `$unset`, `$pull` and the like change only what is there. */
  readonly create: boolean;
  readonly insertOnly?: boolean;
}

const modifiers: Record<string, (argument: unknown, path: string, options: UpdateOptions) => Modifier> = {
  $set: (argument) => (slot) => write(slot, structuredCopy(argument)),
  $setOnInsert: (argument) => (slot) => write(slot, structuredCopy(argument)),
  $unset: () => (slot) => {
    if (Array.isArray(slot.parent)) {
      if (Number(slot.key) < slot.parent.length) slot.parent[Number(slot.key)] = null;
    } else delete slot.parent[slot.key];
  },
  $inc: (argument, path) => numeric('$inc', 'add', argument, path),
  $mul: (argument, path) => numeric('$mul', 'multiply', argument, path),
  $min: (argument, _path, options) => (slot) => {
    const value = read(slot);
    if (value === undefined || compareValues(argument, value, options.collation) < 0) write(slot, argument);
  },
  $max: (argument, _path, options) => (slot) => {
    const value = read(slot);
    if (value === undefined || compareValues(argument, value, options.collation) > 0) write(slot, argument);
  },
  $currentDate: (argument) => {
    const type = isDocument(argument)
      ? argument.$type
      : argument === true || argument === false
        ? 'date'
        : undefined;
    if (type !== 'date' && type !== 'timestamp') {
      throw badValue(
        "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
      );
    }
    return (slot) => write(slot, type === 'date' ? new Date() : nextTimestamp());
  },
  $bit: (argument, path) => bit(argument, path),
  $push: (argument, path, options) => push(argument, path, options),
  $addToSet: (argument, _path, options) => addToSet(argument, options),
  $pop: (argument, path) => {
    const direction = toNumber(argument);
    if (direction !== 1 && direction !== -1)
      throw failedToParse(`$pop expects 1 or -1, found: ${String(argument)}`);
    return (slot) => {
      const array = arrayAt(slot, '$pop', path);
      if (array) write(slot, direction === 1 ? array.slice(0, -1) : array.slice(1));
    };
  },
  $pull: (argument, path, options) => {
    const matches = pullCondition(argument, options);
    return (slot) => {
      const array = arrayAt(slot, '$pull', path);
      if (array)
        write(
          slot,
          array.filter((item) => !matches(item)),
        );
    };
  },
  $pullAll: (argument, path, options) => {
    if (!Array.isArray(argument))
      throw badValue(`$pullAll requires an array argument but was given a ${typeName(argument)}`);
    return (slot) => {
      const array = arrayAt(slot, '$pullAll', path);
      const gone = (item: unknown) => argument.some((value) => equalValues(item, value, options.collation));
      if (array)
        write(
          slot,
          array.filter((item) => !gone(item)),
        );
    };
  },
};

const onlyExisting = new Set(['$unset', '$pop', '$pull', '$pullAll']);

function arrayAt(slot: Slot, operator: string, path: string): unknown[] | undefined {
  const value = read(slot);
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value;
  const text =
    operator === '$pop'
      ? `Path '${path}' contains an element of non-array type '${typeName(value)}'`
      : `Cannot apply ${operator} to a non-array value`;
  throw new MongoError(operator === '$pop' ? 14 : 2, text);
}

function pullCondition(argument: unknown, options: UpdateOptions): (item: unknown) => boolean {
  if (isRegex(argument) || isOperatorDocument(argument)) {
    return compileElemMatch(isRegex(argument) ? { $in: [argument] } : argument, options);
  }
  if (isDocument(argument)) {
    const matches = compileFilter(argument, options);
    return (item) => isDocument(item) && matches(item);
  }
  return (item) => equalValues(item, argument, options.collation);
}

function numeric(name: string, operation: 'add' | 'multiply', argument: unknown, path: string): Modifier {
  if (!isNumeric(argument)) {
    throw typeMismatch(
      `Cannot ${name === '$inc' ? 'increment' : 'multiply'} with non-numeric argument: {${path}: ${String(argument)}}`,
    );
  }
  return (slot) => {
    const value = read(slot);
    if (value === undefined) {
      write(slot, name === '$inc' ? argument : calculate('multiply', argument, 0));
      return;
    }
    if (!isNumeric(value)) {
      throw typeMismatch(
        `Cannot apply ${name} to a value of non-numeric type. The field '${path}' has non-numeric type ${typeName(value)}`,
      );
    }
    const result = calculate(operation, value, argument, true);
    if (result === undefined)
      throw badValue(`Failed to apply ${name} operations to current value (${String(value)}) for document`);
    write(slot, result);
  };
}

function bit(argument: unknown, path: string): Modifier {
  if (!isDocument(argument))
    throw badValue(`The $bit modifier is not compatible with a ${typeName(argument)}`);
  return (slot) => {
    let value = read(slot) ?? 0;
    for (const [operation, operand] of Object.entries(argument)) {
      const isLong = value instanceof Long || operand instanceof Long;
      const a = toNumber(value);
      const b = toNumber(operand);
      if (a === undefined || b === undefined || !Number.isInteger(a) || !Number.isInteger(b)) {
        throw badValue(
          `Cannot apply $bit to a value of non-integral type. The field '${path}' has the type ${typeName(value)}`,
        );
      }
      const [x, y] = [Long.fromString(String(value)), Long.fromString(String(operand))];
      const result =
        operation === 'and'
          ? x.and(y)
          : operation === 'or'
            ? x.or(y)
            : operation === 'xor'
              ? x.xor(y)
              : undefined;
      if (!result)
        throw badValue(`The $bit modifier only supports 'and', 'or', and 'xor', not '${operation}'`);
      value = isLong ? result : result.toInt();
    }
    write(slot, value);
  };
}

function push(argument: unknown, path: string, options: UpdateOptions): Modifier {
  const each = isDocument(argument) && '$each' in argument ? argument : { $each: [argument] };
  const items = each.$each;
  if (!Array.isArray(items))
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeName(items)}`);
  for (const name of Object.keys(each)) {
    if (!['$each', '$slice', '$sort', '$position'].includes(name))
      throw badValue(`Unrecognized clause in $push: ${name}`);
  }
  const slice = each.$slice === undefined ? undefined : toNumber(each.$slice);
  const position = each.$position === undefined ? undefined : toNumber(each.$position);
  return (slot) => {
    const current = read(slot) ?? [];
    if (!Array.isArray(current)) {
      throw badValue(`The field '${path}' must be an array but is of type ${typeName(current)} in document`);
    }
    let array: unknown[] = [...current];
    array.splice(position ?? array.length, 0, ...structuredCopy(items));
    if (each.$sort !== undefined) array = sortArray(array, each.$sort, options.collation);
    if (slice !== undefined) array = slice < 0 ? array.slice(slice) : array.slice(0, slice);
    write(slot, array);
  };
}

function addToSet(argument: unknown, options: UpdateOptions): Modifier {
  const items: unknown = isDocument(argument) && '$each' in argument ? argument.$each : [argument];
  if (!Array.isArray(items)) {
    throw typeMismatch(
      `The argument to $each in $addToSet must be an array but it was of type ${typeName(items)}`,
    );
  }
  return (slot) => {
    const current = read(slot) ?? [];
    if (!Array.isArray(current)) {
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${slot.key}' has non-array type ${typeName(current)}`,
      );
    }
    const array: unknown[] = [...current];
    for (const item of items) {
      if (!array.some((known) => equalValues(known, item, options.collation)))
        array.push(structuredCopy(item));
    }
    write(slot, array);
  };
}

function compileOperators(update: Document, options: UpdateOptions): Updater {
  const changes: Change[] = [];
  const renames: [string, string][] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (operator !== '$rename' && !modifiers[operator]) {
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDocument(fields)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${String(fields)}}`,
      );
    }
    for (const [path, argument] of Object.entries(fields)) {
      const parts = checkedParts(path);
      if (operator === '$rename') {
        if (typeof argument !== 'string')
          throw badValue(`The 'to' field for $rename must be a string: ${path}: ${String(argument)}`);
        checkedParts(argument);
        if (path === argument)
          throw badValue(`The source and target field for $rename must differ: ${path}: "${argument}"`);
        renames.push([path, argument]);
        continue;
      }
      const modify = modifiers[operator]?.(argument, path, options);
      const create = !onlyExisting.has(operator);
      if (modify) changes.push({ path, parts, modify, create, insertOnly: operator === '$setOnInsert' });
    }
  }
  checkConflicts([...changes.map((change) => change.path), ...renames.flat()]);
  // MongoDB applies changes in the order of the paths, with numbers as numbers.
  changes.sort((a, b) => comparePaths(a.parts, b.parts));
  const filters = compileArrayFilters(options, changes);
  return (doc, context) => {
    const result = structuredCopy(doc);
    for (const change of changes) {
      if (change.insertOnly && !context.isInsert) continue;
      for (const slot of resolveSlots(result, change, context, filters)) change.modify(slot);
    }
    for (const [from, to] of renames) rename(result, from, to);
    if (!context.isInsert && '_id' in doc && !equalValues(doc._id, result._id)) throw immutableId();
    return result;
  };
}

function checkedParts(path: string): string[] {
  if (path === '') throw new MongoError(56, 'An empty update path is not valid.');
  const parts = path.split('.');
  if (parts.includes('')) {
    throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  }
  if (parts[0] === '$' || parts[0]?.startsWith('$['))
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  const dollar = parts.find((part) => part.startsWith('$') && part !== '$' && !part.startsWith('$['));
  if (dollar && !['$ref', '$id', '$db'].includes(dollar)) {
    throw new MongoError(
      52,
      `The dollar ($) prefixed field '${dollar}' in '${path}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
    );
  }
  return parts;
}

function checkConflicts(paths: string[]): void {
  const sorted = [...paths].sort();
  for (const [i, path] of sorted.entries()) {
    const other = sorted.find((p, j) => j !== i && (p === path || p.startsWith(`${path}.`)));
    if (other !== undefined) {
      throw new MongoError(40, `Updating the path '${other}' would create a conflict at '${path}'`);
    }
  }
}

function comparePaths(a: string[], b: string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x = '', y = ''] = [a[i], b[i]];
    if (x === y) continue;
    if (isArrayIndex(x) && isArrayIndex(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

function compileArrayFilters(options: UpdateOptions, changes: Change[]): Map<string, Matcher> {
  const filters = new Map<string, Matcher>();
  for (const filter of options.arrayFilters ?? []) {
    const names = new Set(identifiers(filter));
    const [name] = names;
    if (name === undefined)
      throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
    if (names.size > 1) {
      throw failedToParse(
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${[...names].join("' and '")}'`,
      );
    }
    if (filters.has(name))
      throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    filters.set(name, compileFilter(filter, options));
  }
  const used = new Set(
    changes.flatMap((change) => change.parts.filter((p) => p.startsWith('$[')).map((p) => p.slice(2, -1))),
  );
  for (const name of filters.keys()) {
    if (!used.has(name)) {
      throw failedToParse(`The array filter for identifier '${name}' was not used in the update`);
    }
  }
  for (const name of used) {
    if (name !== '' && !filters.has(name)) throw badValue(`No array filter found for identifier '${name}'`);
  }
  return filters;
}

function identifiers(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, value]) =>
    name.startsWith('$') && Array.isArray(value)
      ? value.filter(isDocument).flatMap(identifiers)
      : [name.split('.')[0] ?? name],
  );
}

/** Finds the places a path names, creating documents on the way where the operator creates. */
function resolveSlots(
  doc: Document,
  change: Change,
  context: UpdateContext,
  filters: Map<string, Matcher>,
): Slot[] {
  const slots: Slot[] = [];
  const descend = (parent: unknown, at: number): void => {
    const part = change.parts[at] ?? '';
    const isLast = at === change.parts.length - 1;
    if (part === '$' || part.startsWith('$[')) {
      if (!Array.isArray(parent)) {
        if (part === '$') {
          throw badValue('The positional operator did not find the match needed from the query.');
        }
        throw badValue(
          `The path '${change.parts.slice(0, at).join('.')}' must exist in the document in order to apply array updates.`,
        );
      }
      for (const place of places(parent, part, context, filters)) {
        if (isLast) slots.push({ parent, key: String(place) });
        else descend(parent[place], at + 1);
      }
      return;
    }
    if (Array.isArray(parent) ? !isArrayIndex(part) : !isDocument(parent)) {
      if (!change.create) return;
      const holder = change.parts[at - 1];
      throw new MongoError(28, `Cannot create field '${part}' in element {${holder}: ${describe(parent)}}`);
    }
    const container = parent as Document | unknown[]; // checked above: a document, or an array with a number
    if (isLast) {
      const slot = { parent: container, key: part };
      if (change.create || read(slot) !== undefined) slots.push(slot);
      return;
    }
    const slot = { parent: container, key: part };
    let next = read(slot);
    if (next === undefined) {
      const nextPart = change.parts[at + 1] ?? '';
      if (!change.create) return;
      if (nextPart === '$' || nextPart.startsWith('$[')) return descend(undefined, at + 1);
      next = {};
      write(slot, next);
    }
    descend(next, at + 1);
  };
  descend(doc, 0);
  return slots;
}

function describe(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : Array.isArray(value) ? '[...]' : String(value);
}

function places(
  array: unknown[],
  part: string,
  context: UpdateContext,
  filters: Map<string, Matcher>,
): number[] {
  if (part === '$') {
    if (context.arrayIndex === undefined)
      throw badValue('The positional operator did not find the match needed from the query.');
    return [context.arrayIndex];
  }
  const name = part.slice(2, -1);
  if (name === '') return array.map((_, i) => i);
  const matches = filters.get(name);
  return array.flatMap((item, i) => (matches?.({ [name]: item }) ? [i] : []));
}

function rename(doc: Document, from: string, to: string): void {
  const value = getPath(doc, from);
  if (value === undefined) return;
  const remove: Change = { path: from, parts: from.split('.'), modify: () => {}, create: false };
  const add: Change = { path: to, parts: to.split('.'), modify: () => {}, create: true };
  const none = new Map<string, Matcher>();
  for (const slot of resolveSlots(doc, remove, { isInsert: false }, none)) {
    if (Array.isArray(slot.parent))
      throw badValue(`The source field cannot be an array element, '${from}' in doc`);
    delete slot.parent[slot.key];
  }
  for (const slot of resolveSlots(doc, add, { isInsert: false }, none)) {
    if (Array.isArray(slot.parent))
      throw badValue(`The destination field cannot be an array element, '${to}' in doc`);
    write(slot, value);
  }
}

/** The document an upsert starts from: the equalities of its filter. */
export function documentFromFilter(filter: Document): Document {
  const doc: Document = {};
  const add = (path: string, value: unknown): void => {
    const change: Change = { path, parts: path.split('.'), modify: () => {}, create: true };
    for (const slot of resolveSlots(doc, change, { isInsert: true }, new Map())) {
      if (read(slot) !== undefined && !equalValues(read(slot), value)) {
        throw new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
      }
      write(slot, value);
    }
  };
  const collect = (part: Document): void => {
    for (const [name, value] of Object.entries(part)) {
      if (name === '$and' && Array.isArray(value))
        for (const clause of value.filter(isDocument)) collect(clause);
      else if (name === '$or' && Array.isArray(value) && value.length === 1 && isDocument(value[0]))
        collect(value[0]);
      else if (name.startsWith('$') || isRegex(value)) continue;
      else if (!isOperatorDocument(value)) add(name, value);
      else if ('$eq' in value) add(name, value.$eq);
      else if (Array.isArray(value.$in) && value.$in.length === 1 && !isRegex(value.$in[0]))
        add(name, value.$in[0]);
      else if (Array.isArray(value.$all) && value.$all.length === 1 && !isOperatorDocument(value.$all[0]))
        add(name, value.$all[0]);
    }
  };
  collect(filter);
  return structuredCopy(doc);
}

/** Whether two documents are the same bytes, so that an update that changes nothing writes nothing. */
export function isUnchanged(before: Uint8Array, after: Document): boolean {
  return Buffer.compare(before, encode(after)) === 0;
}
