import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Document, EJSON } from 'bson';
import { type Collection, type CollectionInfo, MongoClient } from 'mongodb';

const systemDatabases = ['admin', 'config', 'local'];
const batchSize = 500;
const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };
const metadataEnding = '.meta.json';
const toJson = (value: Document): string => `${EJSON.stringify(value, { relaxed: false })}\n`;
const fromJson = (text: string): Document => EJSON.parse(text, { relaxed: false });

/** Writes every collection as JSON lines, with its options and indexes beside it. */
export async function exportAll(client: MongoClient, folder: string): Promise<void> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name: dbName } of databases.filter(({ name }) => !systemDatabases.includes(name))) {
    const db = client.db(dbName);
    for await (const { name, type, options = {} } of db.listCollections<CollectionInfo>()) {
      if (name.startsWith('system.')) continue;
      const collection = db.collection(name);
      if (type !== 'collection') {
        console.log(`${collection.namespace}: left out, as it is a ${type}`);
        continue;
      }
      const file = join(folder, encodeURIComponent(dbName), encodeURIComponent(name));
      const metadata = { options, indexes: await collection.indexes() };
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}${metadataEnding}`, toJson(metadata));
      let count = 0;
      const lines = collection.find({}, exact).map((doc) => {
        count++;
        return toJson(doc);
      });
      await pipeline(lines, createWriteStream(`${file}.jsonl`));
      console.log(`${collection.namespace}: ${count} documents`);
    }
  }
}

/** Reads what `exportAll` wrote; refuses to mix it with what is there, unless told to replace it. */
export async function importAll(client: MongoClient, folder: string, replace: boolean): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const metadataFile of files.filter((file) => file.endsWith(metadataEnding))) {
    const path = metadataFile.slice(0, -metadataEnding.length);
    const [dbName = '', name = ''] = path.split(sep).map(decodeURIComponent);
    const db = client.db(dbName);
    const collection = db.collection(name);
    if (await db.listCollections({ name }).hasNext()) {
      if (!replace) throw new Error(`${collection.namespace} exists already. Use --replace to replace it.`);
      await collection.drop();
    }
    const metadata = fromJson(await readFile(join(folder, metadataFile), 'utf8'));
    await db.createCollection(name, metadata.options);
    const count = await importLines(collection, join(folder, `${path}.jsonl`));
    const indexes = metadata.indexes.filter((index: Document) => index.name !== '_id_');
    if (indexes.length > 0) await db.command({ createIndexes: name, indexes });
    console.log(`${collection.namespace}: ${count} documents`);
  }
}

async function importLines(collection: Collection, file: string): Promise<number> {
  let count = 0;
  let batch: Document[] = [];
  for await (const line of linesOf(file)) {
    count++;
    if (batch.push(fromJson(line)) < batchSize) continue;
    await collection.insertMany(batch);
    batch = [];
  }
  if (batch.length > 0) await collection.insertMany(batch);
  return count;
}

/** Lines end with \n only: `node:readline` would also cut at U+2028, which JSON may hold. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter(Boolean);
  }
  if (rest) yield rest;
}

/** Runs one of the above on a MongoDB. */
export async function withClient(uri: string, run: (client: MongoClient) => Promise<void>): Promise<void> {
  const client = await new MongoClient(uri).connect();
  try {
    await run(client);
  } finally {
    await client.close();
  }
}
