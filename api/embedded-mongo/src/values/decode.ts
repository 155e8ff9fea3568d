import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';

/** A decoded document. Values are those of `decode`; every BSON type survives a round trip through `encode`. */
export interface Document {
  [field: string]: unknown;
}

const BSON_INT32_MIN = -0x80000000;
const BSON_INT32_MAX = 0x7fffffff;

/** A double that a plain JS number would re-encode as an int32 is kept as `Double`; every other double is a number. */
export function fromDouble(value: number): number | Double {
  const looksLikeInt32 =
    Number.isInteger(value) && value >= BSON_INT32_MIN && value <= BSON_INT32_MAX && !Object.is(value, -0);
  return looksLikeInt32 ? new Double(value) : value;
}

/**
 * Reads BSON into values that keep their exact type: int32 is a number, int64 always a `Long`, a double is a number
 * unless it would be mistaken for an int32. `bson.deserialize` can either promote (and lose types) or wrap every
 * number, and turns `{ $ref, $id }` into a class that paths cannot enter.
 */
export function decode(bytes: Uint8Array, offset = 0): Document {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Decoder(buffer).document(offset);
}

class Decoder {
  private readonly buffer: Buffer;
  private at = 0;

  constructor(buffer: Buffer) {
    this.buffer = buffer;
  }

  document(offset: number): Document {
    this.at = offset;
    const end = offset + this.buffer.readInt32LE(offset);
    if (end > this.buffer.length || end < offset + 5)
      throw new RangeError('BSON document length is out of bounds');
    this.at += 4;
    const result: Document = {};
    for (let type = this.buffer[this.at++]; type; type = this.buffer[this.at++]) {
      const name = this.cstring();
      const value = this.value(type);
      if (name === '__proto__') {
        Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
      } else result[name] = value;
    }
    this.at = end;
    return result;
  }

  private array(): unknown[] {
    const end = this.at + this.buffer.readInt32LE(this.at);
    if (end > this.buffer.length) throw new RangeError('BSON array length is out of bounds');
    this.at += 4;
    const result: unknown[] = [];
    for (let type = this.buffer[this.at++]; type; type = this.buffer[this.at++]) {
      while (this.buffer[this.at++]) {
        // The names of array elements carry no meaning.
      }
      result.push(this.value(type));
    }
    this.at = end;
    return result;
  }

  private cstring(): string {
    const start = this.at;
    const end = this.buffer.indexOf(0, start);
    if (end < 0) throw new RangeError('BSON name is not terminated');
    this.at = end + 1;
    return end - start < 24 ? this.shortString(start, end) : this.buffer.toString('utf8', start, end);
  }

  /** Field names are short ASCII nearly always; building them here avoids a native call for each. */
  private shortString(start: number, end: number): string {
    let text = '';
    for (let i = start; i < end; i++) {
      const code = this.buffer[i] ?? 0;
      if (code > 127) return this.buffer.toString('utf8', start, end);
      text += String.fromCharCode(code);
    }
    return text;
  }

  private string(): string {
    const length = this.buffer.readInt32LE(this.at);
    const start = this.at + 4;
    this.at = start + length;
    if (length < 1 || this.at > this.buffer.length)
      throw new RangeError('BSON string length is out of bounds');
    return this.buffer.toString('utf8', start, this.at - 1);
  }

  private take(size: number): Buffer {
    const start = this.at;
    this.at += size;
    if (this.at > this.buffer.length) throw new RangeError('BSON value is out of bounds');
    return this.buffer.subarray(start, this.at);
  }

  private value(type: number): unknown {
    switch (type) {
      case 0x01:
        this.at += 8;
        return fromDouble(this.buffer.readDoubleLE(this.at - 8));
      case 0x02:
        return this.string();
      case 0x03:
        return this.document(this.at);
      case 0x04:
        return this.array();
      case 0x05:
        return this.binary();
      case 0x06:
      case 0x0a:
        return null;
      case 0x07:
        return new ObjectId(Uint8Array.prototype.slice.call(this.take(12)));
      case 0x08:
        return this.take(1)[0] === 1;
      case 0x09:
        return new Date(Number(this.take(8).readBigInt64LE()));
      case 0x0b:
        return new BSONRegExp(this.cstring(), this.cstring());
      case 0x0c: {
        const ref = this.string();
        return { $ref: ref, $id: new ObjectId(Uint8Array.prototype.slice.call(this.take(12))) };
      }
      case 0x0d:
        return new Code(this.string());
      case 0x0e:
        return new BSONSymbol(this.string());
      case 0x0f: {
        this.at += 4;
        const code = this.string();
        return new Code(code, this.document(this.at));
      }
      case 0x10:
        this.at += 4;
        return this.buffer.readInt32LE(this.at - 4);
      case 0x11: {
        const bytes = this.take(8);
        return new Timestamp({ t: bytes.readUInt32LE(4), i: bytes.readUInt32LE(0) });
      }
      case 0x12: {
        const bytes = this.take(8);
        return new Long(bytes.readInt32LE(0), bytes.readInt32LE(4));
      }
      case 0x13:
        return new Decimal128(Uint8Array.prototype.slice.call(this.take(16)));
      case 0x7f:
        return new MaxKey();
      case 0xff:
        return new MinKey();
      default:
        throw new RangeError(`BSON type 0x${type.toString(16)} is unknown`);
    }
  }

  private binary(): Binary {
    const length = this.buffer.readInt32LE(this.at);
    const subtype = this.buffer[this.at + 4] ?? 0;
    this.at += 5;
    if (length < 0) throw new RangeError('BSON binary length is out of bounds');
    let bytes = this.take(length);
    if (subtype === Binary.SUBTYPE_BYTE_ARRAY) bytes = bytes.subarray(4);
    return new Binary(Uint8Array.prototype.slice.call(bytes), subtype);
  }
}
