import { createHash } from 'node:crypto';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  ObjectId,
  Timestamp,
} from 'bson';
import type { Collation } from '../query/collation.ts';
import { parseDecimal } from './decimals.ts';
import type { Document } from './decode.ts';
import { orderOfType, typeOrder } from './types.ts';

/** Stands for the key of an empty array, which MongoDB sorts before null. */
export const emptyArrayKey: unique symbol = Symbol('emptyArray');

/** LMDB keys are limited to 1,978 bytes; what is longer keeps this much, and a hash that tells values apart. */
export const maxKeyBytes = 1024;

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
    const copy = Buffer.allocUnsafe(this.length);
    this.buffer.copy(copy, 0, 0, this.length);
    this.length = 0;
    return copy;
  }

  private reserve(size: number): void {
    if (this.length + size <= this.buffer.length) return;
    const bigger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + size));
    this.buffer.copy(bigger, 0, 0, this.length);
    this.buffer = bigger;
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
  }

  /** Writes a value so that it sorts ascending, or, with its bytes inverted, descending. */
  value(value: unknown, descending = false): void {
    const start = this.length;
    this.ascending(value);
    if (descending) for (let i = start; i < this.length; i++) this.buffer[i] = 0xff - (this.buffer[i] ?? 0);
  }

  private text(value: string): void {
    this.reserve(value.length * 3 + 1);
    const start = this.length;
    this.length += this.buffer.write(value, start, 'utf8');
    // NUL is escaped as 00 FF; the terminator 00 is always followed by less than FF.
    if (this.buffer.subarray(start, this.length).includes(0)) {
      const escaped: number[] = [];
      for (const byte of this.buffer.subarray(start, this.length))
        escaped.push(...(byte ? [byte] : [0, 0xff]));
      this.length = start;
      this.bytes(Buffer.from(escaped));
    }
    this.byte(0);
  }

  private ascending(value: unknown): void {
    if (value === emptyArrayKey) return this.byte(typeOrder.emptyArray);
    const type = orderOfType(value);
    this.byte(type);
    switch (type) {
      case typeOrder.number:
        return this.number(value);
      case typeOrder.string: {
        const text = value instanceof BSONSymbol ? value.value : String(value);
        return this.text(this.collation ? this.collation.key(text) : text);
      }
      case typeOrder.boolean:
        return this.byte(value === true ? 1 : 0);
      case typeOrder.array:
        // Arrays are lists of values; a shorter one that is a prefix comes first because 0 is below every type.
        for (const item of value as unknown[]) this.ascending(item); // the type says that it is an array
        return this.byte(0);
      case typeOrder.object:
        for (const [name, item] of Object.entries(value as Document)) {
          this.byte(orderOfType(item));
          this.plainText(name);
          this.ascending(item);
        }
        return this.byte(0);
      case typeOrder.maxKey:
      case typeOrder.minKey:
      case typeOrder.null:
        return;
      default:
        return this.scalar(value);
    }
  }

  private plainText(value: string): void {
    this.reserve(value.length * 3 + 1);
    this.length += this.buffer.write(value, this.length, 'utf8');
    this.byte(0);
  }

  private scalar(value: unknown): void {
    if (value instanceof ObjectId) return this.bytes(value.id);
    if (value instanceof Date) return this.int64(BigInt(value.getTime() || 0) + 0x8000000000000000n);
    if (value instanceof Timestamp) return this.int64(value.toBigInt() & 0xffffffffffffffffn);
    if (value instanceof Binary || value instanceof Uint8Array) {
      const bytes = value instanceof Binary ? value.value() : value;
      const header = Buffer.allocUnsafe(5);
      header.writeUInt32BE(bytes.length, 0);
      header[4] = value instanceof Binary ? value.sub_type : 0;
      this.bytes(header);
      return this.bytes(bytes);
    }
    if (value instanceof BSONRegExp || value instanceof RegExp) {
      this.text(value instanceof RegExp ? value.source : value.pattern);
      return this.text(value instanceof RegExp ? value.flags : value.options);
    }
    if (value instanceof Code) {
      this.text(value.code);
      if (value.scope) this.ascending(value.scope);
      return;
    }
    throw new TypeError(`cannot order a value of type ${typeof value}`);
  }

  private int64(value: bigint): void {
    this.reserve(8);
    this.buffer.writeBigUInt64BE(value, this.length);
    this.length += 8;
  }

  /**
   * A number is the nearest double that is not above it, then what is left over, exactly. So 1, 1.0, Long 1 and
   * Decimal128 1.00 are one key, and int64 and decimals beyond a double's 53 bits keep their order.
   */
  private number(value: unknown): void {
    if (typeof value === 'number') return this.double(value, 0n, 0n);
    if (value instanceof Double || value instanceof Int32) return this.double(value.value, 0n, 0n);
    if (value instanceof Long || typeof value === 'bigint') {
      const exact = typeof value === 'bigint' ? value : value.toBigInt();
      const nearest = Number(exact);
      const floor = BigInt(nearest) > exact ? previousDouble(nearest) : nearest;
      return this.double(floor, exact - BigInt(floor), 1n);
    }
    if (value instanceof Decimal128) return this.decimal(value);
  }

  private decimal(value: Decimal128): void {
    const text = value.toString();
    const parsed = parseDecimal(text);
    if (!parsed) return this.double(Number(text), 0n, 0n);
    let floor = Number(text);
    if (floor === Number.POSITIVE_INFINITY) floor = Number.MAX_VALUE;
    const [numerator, denominator] = fraction(parsed);
    if (compareToDouble(numerator, denominator, floor) < 0) floor = previousDouble(floor);
    if (floor === Number.NEGATIVE_INFINITY) {
      // Below every finite double: order among these by distance, inverted.
      this.double(floor, 1n, 0n);
      const rest = remainder(numerator, denominator, -Number.MAX_VALUE);
      return this.residual(-rest[0], rest[1], true);
    }
    const [left, over] = remainder(numerator, denominator, floor);
    this.double(floor, left, over);
  }

  private double(value: number, left: bigint, over: bigint): void {
    this.reserve(9);
    if (Number.isNaN(value)) this.buffer.fill(0, this.length, this.length + 8);
    else {
      this.buffer.writeDoubleBE(value === 0 ? 0 : value, this.length);
      const first = this.buffer[this.length] ?? 0;
      if (first & 0x80) {
        for (let i = this.length; i < this.length + 8; i++) this.buffer[i] = 0xff - (this.buffer[i] ?? 0);
      } else this.buffer[this.length] = first | 0x80;
    }
    this.length += 8;
    this.byte(left === 0n ? 1 : 2);
    if (left !== 0n && over !== 0n) this.residual(left, over, false);
  }

  /** A positive fraction as decimal digits behind their exponent, which order like the fraction itself. */
  private residual(left: bigint, over: bigint, inverted: boolean): void {
    let exponent = 0;
    let scaled = left;
    let unit = over;
    while (scaled >= unit) {
      unit *= 10n;
      exponent++;
    }
    while (scaled * 10n < unit) {
      scaled *= 10n;
      exponent--;
    }
    let digits = '';
    while (scaled !== 0n && digits.length < 1200) {
      scaled *= 10n;
      digits += String(scaled / unit);
      scaled %= unit;
    }
    const start = this.length;
    const head = Buffer.allocUnsafe(2);
    head.writeUInt16BE(exponent + 0x4000);
    this.bytes(head);
    this.bytes(Buffer.from(digits, 'latin1'));
    this.byte(0);
    if (inverted) for (let i = start; i < this.length; i++) this.buffer[i] = 0xff - (this.buffer[i] ?? 0);
  }
}

const scratch = new DataView(new ArrayBuffer(8));

/** The next double towards minus infinity. */
function previousDouble(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  scratch.setFloat64(0, value);
  scratch.setBigInt64(0, scratch.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return scratch.getFloat64(0);
}

function fraction(value: { coefficient: bigint; exponent: number }): [bigint, bigint] {
  const power = 10n ** BigInt(Math.abs(value.exponent));
  return value.exponent >= 0 ? [value.coefficient * power, 1n] : [value.coefficient, power];
}

function fractionOfDouble(value: number): [bigint, bigint] {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (biased ? 0x10000000000000n : 0n);
  const exponent = (biased || 1) - 1075;
  const signed = value < 0 ? -mantissa : mantissa;
  return exponent >= 0 ? [signed << BigInt(exponent), 1n] : [signed, 1n << BigInt(-exponent)];
}

function remainder(numerator: bigint, denominator: bigint, floor: number): [bigint, bigint] {
  const [n, d] = fractionOfDouble(floor);
  return [numerator * d - n * denominator, denominator * d];
}

function compareToDouble(numerator: bigint, denominator: bigint, value: number): number {
  if (value === Number.NEGATIVE_INFINITY) return 1;
  const [left] = remainder(numerator, denominator, value);
  return left < 0n ? -1 : left > 0n ? 1 : 0;
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
  const hash = createHash('sha256').update(key).digest();
  return { key: Buffer.concat([key.subarray(0, maxKeyBytes), hash]), truncated: true };
}
