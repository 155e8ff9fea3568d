import { createHash } from 'node:crypto';
import { Binary, Code, type Decimal128, Long, ObjectId, Timestamp } from 'bson';
import type { Collation } from '../query/collation.ts';
import { type Decimal, parseDecimal } from './numbers.ts';
import { type Document, orderOfType, toNumber, typeName, typeOrder } from './types.ts';

/** Stands for an empty array in the keys of an index, where it sorts before null. */
export const emptyArrayKey = Symbol('empty array');

/** Longer keys are cut here and end in a hash that tells values apart. */
export const maxKeyBytes = 1024;

const mark = { less: 0x40, none: 0x80, more: 0xc0 } as const;

/**
 * Writes values as bytes whose memcmp order is MongoDB's comparison order across types. The same bytes are index keys,
 * sort keys, and the identity of values in `distinct` and `$group`, so these can never disagree.
 */
export class KeyWriter {
  private buffer = Buffer.allocUnsafe(256);
  private length = 0;
  private readonly collation: Collation | undefined;

  constructor(collation?: Collation) {
    this.collation = collation;
  }

  /** The bytes written so far, as a copy. */
  finish(): Buffer {
    const copy = Buffer.from(this.buffer.subarray(0, this.length));
    this.length = 0;
    return copy;
  }

  /** Writes a value so that it sorts ascending, or, with its bytes inverted, descending. */
  value(value: unknown, descending = false): void {
    const start = this.length;
    this.ascending(value);
    if (descending) this.invert(start);
  }

  private invert(start: number): void {
    for (let i = start; i < this.length; i++) this.buffer[i] = 0xff - (this.buffer[i] ?? 0);
  }

  private reserve(size: number): void {
    if (this.length + size <= this.buffer.length) return;
    this.buffer = Buffer.concat(
      [this.buffer.subarray(0, this.length)],
      Math.max(this.buffer.length * 2, this.length + size),
    );
  }

  private byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  private bytes(value: Uint8Array): void {
    this.reserve(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
  }

  private text(value: string): void {
    // 00 ends a text; inside it is 00 ff, as nothing that may follow a text begins with ff.
    for (const [i, part] of (value.includes('\0') ? value.split('\0') : [value]).entries()) {
      if (i > 0) this.bytes(Buffer.from([0, 0xff]));
      this.reserve(part.length * 3);
      this.length += this.buffer.write(part, this.length, 'utf8');
    }
    this.byte(0);
  }

  private int64(value: bigint): void {
    this.reserve(8);
    this.length = this.buffer.writeBigUInt64BE(BigInt.asUintN(64, value), this.length);
  }

  private ascending(value: unknown): void {
    if (value === emptyArrayKey) return this.byte(typeOrder.emptyArray);
    this.byte(orderOfType(value));
    if (typeof value === 'number') return this.number(value);
    if (typeof value === 'string') return this.text(this.collation ? this.collation.key(value) : value);
    if (typeof value === 'boolean') return this.byte(Number(value));
    if (value instanceof Date) return this.int64(BigInt(value.getTime() || 0) + (1n << 63n));
    if (value instanceof ObjectId) return this.bytes(value.id);
    this.other(value);
  }

  private other(value: unknown): void {
    switch (typeName(value)) {
      case 'array':
        // A shorter array that another begins with comes first, as 0 is below every type.
        for (const item of value as unknown[]) this.ascending(item);
        return this.byte(0);
      case 'object':
        for (const [name, item] of Object.entries(value as Document)) {
          this.byte(orderOfType(item));
          this.text(name);
          this.ascending(item);
        }
        return this.byte(0);
      case 'timestamp':
        return this.int64((value as Timestamp).toBigInt());
      case 'binData': {
        const binary = value instanceof Binary ? value : new Binary(value as Uint8Array);
        const header = Buffer.alloc(5, binary.sub_type);
        header.writeUInt32BE(binary.length());
        this.bytes(header);
        return this.bytes(binary.value());
      }
      case 'regex': {
        const { pattern, source, options, flags } = value as Record<string, string>;
        this.text(pattern ?? source ?? '');
        return this.text(options ?? flags ?? '');
      }
      case 'javascriptWithScope':
      case 'javascript':
        this.text((value as Code).code);
        return this.ascending((value as Code).scope);
      case 'symbol':
        return this.text(String(value));
      case 'long':
      case 'double':
      case 'decimal':
      case 'int':
        return this.number(value);
    }
  }

  /**
   * A number is its nearest double, then, exactly, what that leaves over or lacks. So 1, 1.0, Long 1 and Decimal128 1.00
   * are one key, and int64 and decimals beyond a double's 53 bits keep their order.
   */
  private number(value: unknown): void {
    const nearest = toNumber(value) ?? 0;
    this.double(nearest);
    if (value instanceof Long) return this.rest(Number(value.toBigInt() - BigInt(nearest)));
    const decimal = typeName(value) === 'decimal' ? parseDecimal(String(value as Decimal128)) : undefined;
    if (decimal) this.decimalRest(decimal, nearest);
    else this.byte(mark.none);
  }

  private rest(value: number): void {
    this.byte(value < 0 ? mark.less : value > 0 ? mark.more : mark.none);
    if (value !== 0) this.double(value);
  }

  private decimalRest(exact: Decimal, nearest: number): void {
    const { coefficient, exponent } = exact;
    if (!Number.isFinite(nearest) || (nearest === 0 && coefficient !== 0n)) {
      // Beyond the range of doubles the order is by exponent, then by digits.
      const size = exponent + String(coefficient).replace('-', '').length;
      const sign = coefficient < 0n ? -1 : 1;
      this.rest(nearest === 0 ? sign * (size + 10_000) : sign * (size - 10_000));
      return this.double(Number(`${coefficient}e${-String(coefficient).length}`));
    }
    const first = remainder(exact, nearest);
    const rest = Number(`${first.coefficient}e${first.exponent}`);
    this.rest(rest);
    if (rest !== 0)
      this.double(Number(`${remainder(first, rest).coefficient}e${remainder(first, rest).exponent}`));
  }

  private double(value: number): void {
    this.reserve(8);
    const start = this.length;
    this.length += 8;
    // NaN is below every number, -0 is 0.
    if (Number.isNaN(value)) this.buffer.fill(0, start, this.length);
    else this.buffer.writeDoubleBE(value || 0, start);
    if (value < 0) this.invert(start);
    else if (value >= 0) this.buffer[start] = (this.buffer[start] ?? 0) | 0x80;
  }
}

/** A decimal less a double. 100 digits tell every double from every decimal of 34. */
function remainder(exact: Decimal, double: number): Decimal {
  const known = parseDecimal(double.toPrecision(100)) ?? exact;
  const exponent = Math.min(exact.exponent, known.exponent);
  const scaled = (value: Decimal): bigint => value.coefficient * 10n ** BigInt(value.exponent - exponent);
  return { coefficient: scaled(exact) - scaled(known), exponent };
}

/** The order-preserving bytes of one value. */
export function keyOf(value: unknown, collation?: Collation): Buffer {
  const writer = new KeyWriter(collation);
  writer.value(value);
  return writer.finish();
}

/** Makes an over-long key fit: equal keys stay equal, different keys stay different, only their order is lost. */
export function fitKey(key: Buffer): { key: Buffer; truncated: boolean } {
  if (key.length <= maxKeyBytes) return { key, truncated: false };
  return {
    key: Buffer.concat([key.subarray(0, maxKeyBytes), createHash('sha256').update(key).digest()]),
    truncated: true,
  };
}
