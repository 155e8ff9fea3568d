import { type Decimal128, type Double, type Int32, Long } from 'bson';

/** A decoded document, with the values of `decode`; every BSON type survives a round trip through `encode`. */
export interface Document {
  [field: string]: unknown;
}

/**
 * The BSON types by their `$type` alias: number, order (the first byte of keys, so above 00, which ends a text, and below ff, also when
 * inverted), and class in the bson package.
 */
const bsonTypes: Record<string, readonly [number: number, order: number, className?: string]> = {
  minKey: [-1, 0x05, 'MinKey'],
  undefined: [6, 0x0a],
  null: [10, 0x0a],
  missing: [0, 0x0a],
  int: [16, 0x14, 'Int32'],
  long: [18, 0x14, 'Long'],
  double: [1, 0x14, 'Double'],
  decimal: [19, 0x14, 'Decimal128'],
  string: [2, 0x1e],
  symbol: [14, 0x1e, 'BSONSymbol'],
  object: [3, 0x28],
  array: [4, 0x32],
  binData: [5, 0x3c, 'Binary'],
  objectId: [7, 0x46, 'ObjectId'],
  bool: [8, 0x50],
  date: [9, 0x5a],
  timestamp: [17, 0x5c, 'Timestamp'],
  regex: [11, 0x64, 'BSONRegExp'],
  javascript: [13, 0x78, 'Code'],
  javascriptWithScope: [15, 0x82],
  maxKey: [127, 0xf0, 'MaxKey'],
};
const byClass = new Map(Object.entries(bsonTypes).map(([name, [, , className]]) => [className, name]));

/** The order bytes of the types that query planning uses. */
export const typeOrder = { number: 0x14, string: 0x1e, object: 0x28, array: 0x32, regex: 0x64 } as const;

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The `$type` alias of a value's BSON type. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value !== 'object') return 'string';
  if (isDocument(value)) return 'object';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  if (value instanceof RegExp) return 'regex';
  if (value instanceof Uint8Array) return 'binData';
  if ('scope' in value && value.scope) return 'javascriptWithScope';
  return byClass.get('_bsontype' in value ? String(value._bsontype) : undefined) ?? 'object';
}

/** The position of a value's type in MongoDB's comparison order. */
export const orderOfType = (value: unknown): number => bsonTypes[typeName(value)]?.[1] ?? 0;

/** The types for a `$type` argument, an alias or a number; undefined if unknown. */
export function typesNamed(type: unknown): string[] | undefined {
  if (type === 'number') return ['int', 'long', 'double', 'decimal'];
  const number = toNumber(type);
  const found = Object.entries(bsonTypes).find(([name, [code]]) =>
    number === undefined ? name === type : code === number,
  );
  return found && found[0] !== 'missing' ? [found[0]] : undefined;
}

/** A number of any BSON type. An int32 is a JS number; a double is one too, or a `Double` if it looks like an int32. */
export type Numeric = number | Double | Int32 | Long | Decimal128;

export const isNumeric = (value: unknown): value is Numeric =>
  typeof value === 'number' || orderOfType(value) === typeOrder.number;

/** Whether a JS number represents an int32 (see `decode`). */
export const isInt32 = (value: number): boolean => (value | 0) === value && !Object.is(value, -0);

/** A BSON number as a JS number; undefined for other values. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (!isNumeric(value)) return undefined;
  return value instanceof Long ? value.toNumber() : Number(value.toString());
}

/** MongoDB's truthiness: false, 0, null and missing are false, everything else is true. */
export const isTruthy = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== false && toNumber(value) !== 0;
