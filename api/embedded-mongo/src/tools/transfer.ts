import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Document, EJSON } from 'bson';
import { MongoClient } from 'mongodb';

const systemDatabases = new Set(['admin', 'config', 'local']);
const batchSize = 500;

interface Metadata {
  readonly options: Document;
  readonly indexes: Document[];
}

/** Tells how far a transfer is; one call for each collection. */
export type Progress = (ns: string, documents: number) => void;

/** Writes every collection of a MongoDB as JSON lines, with its options and indexes beside it. */
export async function exportAll(uri: string, folder: string, progress: Progress): Promise<void> {
  await withClient(uri, async (client) => {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter((one) => !systemDatabases.has(one.name))) {
      const db = client.db(name);
      const dir = join(folder, encodeURIComponent(name));
      await mkdir(dir, { recursive: true });
      const infos = await db.listCollections().toArray();
      for (const info of infos.filter((one) => !one.name.startsWith('system.'))) {
        const file = join(dir, encodeURIComponent(info.name));
        const isView = info.type === 'view';
        const indexes = isView ? [] : await db.collection(info.name).indexes();
        const metadata: Metadata = { options: ('options' in info ? info.options : undefined) ?? {}, indexes };
        await writeFile(
          `${file}.meta.json`,
          `${EJSON.stringify(metadata, undefined, 2, { relaxed: false })}\n`,
        );
        if (isView) continue;
        const out = createWriteStream(`${file}.jsonl`);
        let count = 0;
        const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true };
        for await (const doc of db.collection(info.name).find({}, exact)) {
          count++;
          if (!out.write(`${EJSON.stringify(doc, { relaxed: false })}\n`)) await once(out, 'drain');
        }
        out.end();
        await once(out, 'finish');
        progress(`${name}.${info.name}`, count);
      }
    }
  });
}

/** Reads what `exportAll` wrote into a MongoDB; refuses to mix it with what is there, unless told to replace it. */
export async function importAll(
  uri: string,
  folder: string,
  replace: boolean,
  progress: Progress,
): Promise<void> {
  await withClient(uri, async (client) => {
    for (const dir of await readdir(folder)) {
      const db = client.db(decodeURIComponent(dir));
      const files = (await readdir(join(folder, dir))).filter((file) => file.endsWith('.meta.json'));
      const existing = new Set(
        (await db.listCollections({}, { nameOnly: true }).toArray()).map((one) => one.name),
      );
      for (const file of files) {
        const encoded = file.slice(0, -'.meta.json'.length);
        const name = decodeURIComponent(encoded);
        if (existing.has(name) && !replace) {
          throw new Error(
            `${db.databaseName}.${name} exists already; nothing was imported into it. Use --replace to replace it.`,
          );
        }
        if (existing.has(name)) await db.collection(name).drop();
        // Written by exportAll.
        const metadata = EJSON.parse(await readFile(join(folder, dir, file), 'utf8'), {
          relaxed: false,
        }) as Metadata;
        await db.createCollection(name, metadata.options);
        if (metadata.options.viewOn !== undefined) continue;
        const count = await importDocuments(
          client,
          db.databaseName,
          name,
          join(folder, dir, `${encoded}.jsonl`),
        );
        const indexes = metadata.indexes.filter((index) => index.name !== '_id_');
        if (indexes.length) await db.command({ createIndexes: name, indexes });
        progress(`${db.databaseName}.${name}`, count);
      }
    }
  });
}

async function importDocuments(client: MongoClient, db: string, name: string, file: string): Promise<number> {
  const collection = client.db(db).collection(name);
  let batch: Document[] = [];
  let count = 0;
  const flush = async (): Promise<void> => {
    if (batch.length) await collection.insertMany(batch);
    count += batch.length;
    batch = [];
  };
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line) batch.push(EJSON.parse(line, { relaxed: false }) as Document); // one document a line
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return count;
}

async function withClient(uri: string, run: (client: MongoClient) => Promise<void>): Promise<void> {
  const client = await new MongoClient(uri).connect();
  try {
    await run(client);
  } finally {
    await client.close();
  }
}
