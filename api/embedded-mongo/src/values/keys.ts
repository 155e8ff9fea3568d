import { createHash } from 'node:crypto';
import { Binary, type Code, ObjectId, type Timestamp } from 'bson';
import type { Collation } from '../query/collation.ts';
import { exactOf } from './numbers.ts';
import { type Document, type Numeric, orderOfType, typeName } from './types.ts';

/** Represents an empty array in index keys, where it sorts before null. */
export const emptyArrayKey = Symbol('empty array');

/** Longer keys are truncated and end with a hash, which keeps them distinct. */
export const maxKeyBytes = 1024;

// oxlint-disable-next-line no-control-regex -- the two characters that texts must escape
const escaped = /[\0\u0001]/;
const specialNumbers: Record<string, number> = { NaN: 0x01, '-Infinity': 0x02, Infinity: 0x06 };

/**
 * Encodes values as bytes whose memcmp order is MongoDB's comparison order across types. Index keys, sort keys, and the identity of values
 * in `distinct` and `$group` use the same bytes, so they always agree.
 */
export class KeyWriter {
  private buffer = Buffer.allocUnsafe(256);
  private length = 0;
  private readonly collation: Collation | undefined;

  constructor(collation?: Collation) {
    this.collation = collation;
  }

  /** Returns a copy of the bytes written so far, and starts a new key. */
  finish(): Buffer {
    const copy = Buffer.from(this.buffer.subarray(0, this.length));
    this.length = 0;
    return copy;
  }

  /** Writes a value ascending, or descending with inverted bytes. */
  value(value: unknown, descending = false): void {
    const start = this.length;
    this.ascending(value);
    if (descending) this.invert(start);
  }

  private invert(start: number): void {
    for (let i = start; i < this.length; i++) this.buffer[i] = 0xff - (this.buffer[i] ?? 0);
  }

  private reserve(size: number): void {
    const needed = this.length + size;
    if (needed > this.buffer.length) this.buffer = Buffer.concat([this.buffer], needed * 2);
  }

  private bytes(value: Uint8Array | number[]): void {
    this.reserve(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
  }

  private text(value: string): void {
    // A text ends with 00, which it never contains. So no key is a prefix of another.
    let inner = value;
    if (escaped.test(value))
      inner = value.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001');
    this.reserve(inner.length * 3 + 1);
    this.length += this.buffer.write(inner, this.length, 'utf8');
    this.bytes([0]);
  }

  private int64(value: bigint): void {
    this.reserve(8);
    this.length = this.buffer.writeBigUInt64BE(BigInt.asUintN(64, value), this.length);
  }

  private ascending(value: unknown): void {
    if (value === emptyArrayKey) return this.bytes([0x08]);
    this.bytes([orderOfType(value)]);
    if (typeof value === 'string') return this.text(this.collation ? this.collation.key(value) : value);
    if (value instanceof Date) return this.int64(BigInt(value.getTime() || 0) + (1n << 63n));
    if (value instanceof ObjectId) return this.bytes(value.id);
    switch (typeName(value)) {
      case 'bool':
        return this.bytes([Number(value)]);
      case 'array':
        // A prefix sorts before the longer array, because 0 is below every type.
        for (const item of value as unknown[]) this.ascending(item);
        return this.bytes([0]);
      case 'object':
        for (const [name, item] of Object.entries(value as Document)) {
          this.bytes([orderOfType(item)]);
          this.text(name);
          this.ascending(item);
        }
        return this.bytes([0]);
      case 'timestamp':
        return this.int64((value as Timestamp).toBigInt());
      case 'binData': {
        const binary = value instanceof Binary ? value : new Binary(value as Uint8Array);
        this.int64((BigInt(binary.length()) << 8n) | BigInt(binary.sub_type));
        return this.bytes(binary.value());
      }
      case 'regex': {
        const { pattern, source, options, flags } = value as Record<string, string>;
        this.text(pattern ?? source ?? '');
        return this.text(options ?? flags ?? '');
      }
      case 'javascript':
      case 'javascriptWithScope':
        this.text((value as Code).code);
        return this.ascending((value as Code).scope);
      case 'symbol':
        return this.text(String(value));
      case 'int':
      case 'long':
      case 'double':
      case 'decimal':
        return this.number(value as Numeric);
    }
  }

  /**
   * Encodes a number as sign, decimal exponent and digits. So 1, 1.0, Long 1 and Decimal128 1.00 are the same key, and int64 and decimals
   * beyond a double's 53 bits keep their order.
   */
  private number(value: Numeric): void {
    // Integers need no decimal.js, which is slow.
    const text = (Number.isSafeInteger(value) ? (value as number) : exactOf(value)).toExponential();
    const isNegative = text.startsWith('-');
    const powerAt = text.indexOf('e');
    const digits = text.slice(Number(isNegative), powerAt);
    if (powerAt < 0 || digits === '0') return this.bytes([specialNumbers[text] ?? 0x04]);
    this.bytes([isNegative ? 0x03 : 0x05]);
    const start = this.length;
    const exponent = Number(text.slice(powerAt + 1)) + 0x4000;
    this.bytes([exponent >> 8, exponent & 0xff]);
    this.text(digits);
    if (isNegative) this.invert(start);
  }
}

/** The order-preserving bytes of a single value. */
export function keyOf(value: unknown, collation?: Collation): Buffer {
  const writer = new KeyWriter(collation);
  writer.value(value);
  return writer.finish();
}

/** Shortens an over-long key: equal keys stay equal and different ones different, but their order is lost. */
export function fitKey(key: Buffer): { key: Buffer; truncated: boolean } {
  if (key.length <= maxKeyBytes) return { key, truncated: false };
  const hash = createHash('sha256').update(key).digest();
  return { key: Buffer.concat([key.subarray(0, maxKeyBytes), hash]), truncated: true };
}
