import { MongoError } from '../errors.ts';
import { check, checkFields, checkOneOf, optionalDocument, words } from '../input.ts';
import { type Document, isDocument, isTruthy, toNumber, typeName } from '../values/types.ts';

// The known fields of commands. Others are rejected, because ignoring them would change a command's meaning.

/** Drivers send these with every command. */
const common = words(
  '$db lsid txnNumber autocommit startTransaction stmtId stmtIds $clusterTime $readPreference readConcern ' +
    'writeConcern maxTimeMS comment apiVersion apiStrict apiDeprecationErrors',
);
const collectionOptions =
  'capped autoIndexId idIndex size max storageEngine validator validationLevel validationAction ' +
  'indexOptionDefaults viewOn pipeline collation changeStreamPreAndPostImages timeseries clusteredIndex ' +
  'encryptedFields expireAfterSeconds';

/** The fields of each command besides its name; commands about the server itself accept any. */
const ownFields: Record<string, string[]> = {
  find: words(
    'filter sort projection hint skip limit batchSize singleBatch min max returnKey showRecordId tailable ' +
      'oplogReplay noCursorTimeout awaitData allowPartialResults allowDiskUse collation let',
  ),
  getMore: words('collection batchSize'),
  killCursors: words('cursors'),
  count: words('query limit skip hint collation fields'),
  distinct: words('key query collation hint'),
  aggregate: words('pipeline cursor allowDiskUse bypassDocumentValidation collation hint let'),
  insert: words('documents ordered bypassDocumentValidation'),
  update: words('updates ordered bypassDocumentValidation let'),
  delete: words('deletes ordered let'),
  findAndModify: words(
    'query sort remove update new fields upsert bypassDocumentValidation arrayFilters hint let collation',
  ),
  create: words(collectionOptions),
  drop: [],
  dropDatabase: [],
  listCollections: words('filter nameOnly authorizedCollections cursor'),
  listDatabases: words('filter nameOnly authorizedDatabases'),
  collStats: words('scale'),
  dbStats: words('scale freeStorage'),
  createIndexes: words('indexes commitQuorum ignoreUnknownIndexOptions'),
  listIndexes: words('cursor'),
  dropIndexes: words('index'),
  explain: words('verbosity'),
  commitTransaction: words('recoveryToken'),
  abortTransaction: words('recoveryToken'),
};
const fieldsOf = new Map(
  Object.entries(ownFields).map(([name, fields]) => [name, new Set([name, ...fields, ...common])]),
);

/** The fields of a write command's statements, by the name of their list. */
const statementFields: [list: string, fields: string[]][] = [
  ['updates', words('q u c multi upsert upsertSupplied collation arrayFilters hint')],
  ['deletes', words('q limit collation hint')],
];

const levels = ['local', 'available', 'majority', 'linearizable', 'snapshot'];

const flags = words(
  'allowDiskUse awaitData hidden multi nameOnly new noCursorTimeout ordered remove singleBatch sparse tailable unique upsert',
);

/** Rejects a flag that is neither a boolean nor a number. */
export function checkFlags(body: Document): void {
  for (const name of flags) {
    const value = body[name] ?? false;
    const isFlag = typeof value === 'boolean' || toNumber(value) !== undefined;
    check(
      isFlag,
      14,
      () => `BSON field '${name}' is the wrong type '${typeName(value)}', expected type 'bool'`,
    );
  }
}

/** Rejects a command with an unknown field, or an unknown or unsupported read concern. */
export function checkCommand(name: string, body: Document, isInTransaction: boolean): void {
  const known = fieldsOf.get(name);
  if (!known) return;
  const unknown = Object.keys(body).find((field) => !known.has(field));
  check(!unknown, 40415, () => `BSON field '${name}.${unknown}' is an unknown field.`);
  for (const [list, fields] of statementFields)
    if (known.has(list))
      for (const statement of [body[list]].flat().filter(isDocument)) {
        checkFields(statement, fields, `${name}.${list}`);
        checkFlags(statement);
      }
  checkFlags(body);
  checkFields(optionalDocument(body, 'cursor') ?? {}, ['batchSize'], 'cursor');
  check([undefined, '1'].includes(body.apiVersion as string), 322, 'API version must be "1"');
  const readConcern = optionalDocument(body, 'readConcern') ?? {};
  checkFields(readConcern, ['level', 'afterClusterTime', 'atClusterTime', 'provenance'], 'readConcern');
  const { level = 'local', atClusterTime } = readConcern;
  checkOneOf(level, levels, 'readConcern.level');
  const isServed = isInTransaction ? level !== 'linearizable' && level !== 'available' : level !== 'snapshot';
  const text = (): string => `readConcern level '${String(level)}' is not supported here by this server`;
  check(isServed && atClusterTime === undefined, 72, text);
}

/** The error for an unsatisfiable write concern, as part of a write's reply. @throws for an invalid one */
export function unmetWriteConcern(body: Document): Document | undefined {
  const concern = optionalDocument(body, 'writeConcern') ?? {};
  checkFields(concern, ['w', 'j', 'fsync', 'wtimeout', 'provenance'], 'writeConcern');
  const { w = 1, wtimeout = 0, j = false } = concern;
  const count = toNumber(w);
  const isSense =
    typeof w === 'string' || (Number.isInteger(count) && Number(count) >= 0 && Number(count) <= 50);
  check(isSense, 9, 'w has to be a non-negative number and not greater than 50, or a string');
  const areFlags = toNumber(wtimeout) !== undefined && (typeof j === 'boolean' || toNumber(j) !== undefined);
  check(areFlags, 9, 'wtimeout must be a number and j a boolean');
  if (w === 'majority' || (count !== undefined && count <= 1)) return undefined;
  const error =
    count === undefined
      ? new MongoError(79, `No write concern mode named '${String(w)}' found in replica set configuration`)
      : new MongoError(100, 'Not enough data-bearing nodes');
  return { code: error.code, codeName: error.codeName, errmsg: error.message };
}

/** Statistics are always in bytes, so `scale` must be 1. */
export function checkScale({ scale = 1 }: Document): void {
  check(toNumber(scale) === 1, 238, "The option 'scale' is not supported by this server, unless it is 1");
}

/** Rejects known options that this server does not support. */
export function refuseOptions(body: Document, names: readonly string[], command: string): void {
  const asked = names.find((name) => isTruthy(body[name]));
  check(!asked, 238, () => `The option '${asked}' of ${command} is not supported by this server`);
}
