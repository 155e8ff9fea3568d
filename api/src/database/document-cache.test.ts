import { mongo, Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { DocumentCache } from './document-cache.ts';

const { serialize } = mongo.BSON;
const bytesOf = (doc: object) => Buffer.from(serialize(doc));
const member = (name: string, bio = '') => ({
  _id: new Types.ObjectId('aaaaaaaaaaaaaaaaaaaaaaaa'),
  name,
  bio,
  interests: ['tea'],
  privacy: { bioVisible: true },
  createdAt: new Date(7),
});

describe('documents by their bytes', () => {
  it('are what is stored, shared by readers of the same bytes alone', () => {
    const cache = new DocumentCache();
    const first = cache.decode(bytesOf(member('Ana')));
    expect(first).toEqual(member('Ana'));
    expect(cache.decode(bytesOf(member('Ana')))).toBe(first);
    expect(cache.decode(bytesOf(member('Ann')))).toEqual(member('Ann'));
    expect(cache.decode(bytesOf(member('Ana')))).toBe(first);
  });

  it('are found inside of other bytes', () => {
    const cache = new DocumentCache();
    const wrapped = bytesOf({ place: 3, doc: member('Ana') });
    const start = wrapped.indexOf('doc\0') + 4;
    expect(cache.decode(wrapped, start)).toEqual(member('Ana'));
    expect(cache.decode(bytesOf(member('Ana')))).toBe(cache.decode(wrapped, start));
  });

  it('cannot be changed under somebody else, nor what is inside them', () => {
    // Safe: it is what was written.
    const { privacy, interests } = new DocumentCache().decode(bytesOf(member('Ana'))) as ReturnType<
      typeof member
    >;
    expect(() => Object.assign(privacy, { bioVisible: false })).toThrow(TypeError);
    expect(() => interests.push('coffee')).toThrow(TypeError);
  });

  it('are dropped when others were read meanwhile, and large ones are not kept', () => {
    const cache = new DocumentCache();
    const kept = bytesOf(member('kept'));
    const left = bytesOf(member('left'));
    const large = bytesOf(member('large', 'x'.repeat(9000)));
    const [first, other] = [cache.decode(kept), cache.decode(left)];
    for (let read = 0; read < 3000; read += 1) {
      cache.decode(bytesOf(member(`other ${read}`, 'x'.repeat(4000))));
      if (read % 500 === 0) cache.decode(kept);
    }
    expect(cache.decode(kept)).toBe(first);
    expect(cache.decode(left)).not.toBe(other);
    expect(cache.decode(large)).not.toBe(cache.decode(large));
  });
});
