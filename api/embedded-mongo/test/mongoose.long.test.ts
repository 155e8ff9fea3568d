import { type Connection, createConnection, Error as MongooseError, Schema } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  db = await startDatabase();
  connection = await createConnection(db.uri, { dbName: 'mongoose' }).asPromise();
});
afterAll(async () => {
  await connection.close();
  await db.stop();
});

let nextModel = 0;
const model = <T>(schema: Schema<T>) => connection.model<T>(`Model${nextModel++}`, schema);

describe('mongoose', () => {
  test('creates, validates, saves by path, and keeps versions', async () => {
    const Person = model(
      new Schema(
        { name: { type: String, required: true }, tags: [String], address: { city: String } },
        { timestamps: true, optimisticConcurrency: true },
      ),
    );
    const person = await Person.create({ name: 'Ann', tags: ['a'], address: { city: 'Rome' } });
    await expect(Person.create({})).rejects.toThrow('`name` is required');
    const other = await Person.findById(person._id).orFail();
    person.tags.push('b');
    person.set('address.city', 'Bern');
    await person.save();
    expect(await Person.findById(person._id).lean()).toMatchObject({
      tags: ['a', 'b'],
      address: { city: 'Bern' },
      __v: 1,
    });
    other.name = 'Bob';
    await expect(other.save()).rejects.toThrow(MongooseError.VersionError);
  });

  test('unique indexes, init, syncIndexes and diffIndexes', async () => {
    const User = model(
      new Schema({ email: { type: String, unique: true }, age: { type: Number, index: true } }),
    );
    await User.init();
    await User.create({ email: 'a@example.org' });
    await expect(User.create({ email: 'a@example.org' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'a@example.org' },
    });
    User.schema.index({ email: 1, age: -1 });
    expect(await User.diffIndexes()).toMatchObject({ toCreate: [{ email: 1, age: -1 }] });
    await User.collection.createIndex({ old: 1 });
    expect(await User.syncIndexes()).toEqual(['old_1']);
    expect(Object.keys(await User.collection.indexInformation())).toEqual([
      '_id_',
      'email_1',
      'age_1',
      'email_1_age_-1',
    ]);
  });

  test('populates references, one and many, with match, sort and virtuals', async () => {
    const authorSchema = new Schema({ name: String }, { toObject: { virtuals: true } });
    const bookModel = `Model${nextModel + 1}`;
    authorSchema.virtual('books', {
      ref: bookModel,
      localField: '_id',
      foreignField: 'author',
      options: { sort: { title: 1 } },
    });
    const Author = model(authorSchema);
    const Book = model(
      new Schema({ title: String, author: { type: Schema.Types.ObjectId, ref: Author.modelName } }),
    );
    const [ann, bob] = await Author.create([{ name: 'Ann' }, { name: 'Bob' }]);
    await Book.create([
      { title: 'B', author: ann?._id },
      { title: 'A', author: ann?._id },
      { title: 'C', author: bob?._id },
    ]);
    const books = await Book.find()
      .sort('title')
      .populate<{ author: { name: string } | null }>({ path: 'author', match: { name: 'Ann' } });
    expect(books.map((book) => book.author?.name)).toEqual(['Ann', 'Ann', undefined]);
    const authors = await Author.find().sort('name').populate<{ books: { title: string }[] }>('books');
    expect(authors.map((author) => author.books.map((book) => book.title))).toEqual([['A', 'B'], ['C']]);
  });

  test('query helpers, cursors, counts, distinct, bulkWrite and aggregate', async () => {
    const Item = model(new Schema({ n: Number, kind: String }));
    await Item.insertMany(Array.from({ length: 250 }, (_, n) => ({ n, kind: n % 2 ? 'odd' : 'even' })));
    expect(await Item.countDocuments({ kind: 'odd' })).toBe(125);
    expect(await Item.where('n').gte(10).lt(13).sort('-n').distinct('n')).toEqual([10, 11, 12]);
    let seen = 0;
    for await (const _ of Item.find().cursor({ batchSize: 20 })) seen++;
    expect(seen).toBe(250);
    expect(await Item.exists({ n: 3 })).not.toBeNull();
    expect(
      await Item.findOneAndUpdate({ n: 0 }, { $inc: { n: 1000 } }, { returnDocument: 'after' }).lean(),
    ).toMatchObject({ n: 1000 });
    expect(
      await Item.bulkWrite([
        { updateMany: { filter: { kind: 'odd' }, update: { kind: 'x' } } },
        { deleteMany: { filter: { kind: 'even' } } },
      ]),
    ).toMatchObject({ modifiedCount: 125, deletedCount: 125 });
    expect(await Item.aggregate([{ $group: { _id: '$kind', n: { $sum: 1 } } }])).toEqual([
      { _id: 'x', n: 125 },
    ]);
    expect(await Item.estimatedDocumentCount()).toBe(125);
  });

  test('every schema type survives: Decimal128, BigInt, UUID, Map, Buffer, Date, Mixed, nested arrays', async () => {
    const Thing = model(
      new Schema({
        amount: Schema.Types.Decimal128,
        big: BigInt,
        uuid: Schema.Types.UUID,
        map: { type: Map, of: Number },
        bytes: Buffer,
        at: Date,
        mixed: Schema.Types.Mixed,
        grid: [[Number]],
        half: Schema.Types.Double,
        small: Schema.Types.Int32,
      }),
    );
    const values = {
      amount: '12.340',
      big: 9007199254740993n,
      uuid: 'c9a3c4a0-9a3b-4c6e-8f6d-1f0e5e1a2b3c',
      map: { a: 1 },
      bytes: Buffer.from('hi'),
      at: new Date(5),
      mixed: { deep: [1, 'x', null] },
      grid: [[1, 2], [3]],
      half: 1,
      small: 7,
    };
    const { _id } = await Thing.create(values);
    const found = await Thing.findById(_id).orFail();
    expect(String(found.amount)).toBe('12.340');
    expect(found.big).toBe(9007199254740993n);
    expect(String(found.uuid)).toBe(values.uuid);
    expect(found.map?.get('a')).toBe(1);
    expect(found.bytes?.toString()).toBe('hi');
    expect(found.mixed).toEqual(values.mixed);
    expect(found.grid).toEqual([[1, 2], [3]]);
    expect(
      await Thing.countDocuments({
        half: { $type: 'double' },
        small: { $type: 'int' },
        big: { $type: 'long' },
      }),
    ).toBe(1);
  });

  test('transactions through connection.transaction and withTransaction, with rollback of documents', async () => {
    const Account = model(new Schema({ name: String, n: { type: Number, min: 0 } }));
    await Account.create([
      { name: 'a', n: 5 },
      { name: 'b', n: 5 },
    ]);
    const transfer = (amount: number) =>
      connection.transaction(async (session) => {
        await Account.updateOne({ name: 'a' }, { $inc: { n: -amount } }, { session });
        const b = await Account.findOne({ name: 'b' }).session(session).orFail();
        b.n = (b.n ?? 0) + amount;
        await b.save();
        if (amount > 5) throw new Error('not enough');
      });
    await transfer(2);
    await expect(transfer(9)).rejects.toThrow('not enough');
    expect((await Account.find().sort('name').lean()).map((one) => one.n)).toEqual([3, 7]);
  });

  test('discriminators, array filters, upserts with defaults', async () => {
    const Event = model(new Schema({ at: Date }, { discriminatorKey: 'kind' }));
    const Click = Event.discriminator(`Click${nextModel}`, new Schema({ x: Number, list: [{ n: Number }] }));
    await Click.create({ x: 1, list: [{ n: 1 }, { n: 5 }] });
    await Event.create({ at: new Date() });
    expect(await Click.countDocuments()).toBe(1);
    await Click.updateOne({}, { $set: { 'list.$[big].n': 0 } }, { arrayFilters: [{ 'big.n': { $gt: 2 } }] });
    expect((await Click.findOne().orFail()).list.map((one: { n?: number | null }) => one.n)).toEqual([1, 0]);
    const Setting = model(new Schema({ key: String, value: { type: Number, default: 7 } }));
    await Setting.updateOne(
      { key: 'k' },
      { $set: { key: 'k' } },
      { upsert: true, setDefaultsOnInsert: true },
    );
    expect(await Setting.findOne({ key: 'k' }).lean()).toMatchObject({ value: 7 });
  });
});
