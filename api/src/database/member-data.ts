import type { Connection, QueryFilter, Schema, UpdateQuery } from 'mongoose';
import { DatabaseError } from './database-error.ts';
import { type ObjectId, sameId } from './ids.ts';

/** What identifies a member whose documents are searched for. */
export interface MemberKeys {
  id: ObjectId;
  /** The confirmed address; without one, a key that finds nothing. */
  emailKey: string;
  pandaId: ObjectId | null;
}

/** For whom a document is exported: the export hides whom the product hides from that member. */
export interface Reader {
  memberId: ObjectId;
  emailKey: string;
  now: Date;
}

type Field<Doc> = keyof Doc & string;

/** A field that is exported in another form than it is stored. */
interface Told<Doc> {
  of: Field<Doc>;
  value(doc: Doc, reader: Reader): unknown;
}

/**
 * What erasure does to a document: delete it, or set fields (`undefined` unsets them) and replace the member's id everywhere else
 * by the random id of D46, and likewise their Panda's.
 */
export type Erasure<Doc> = 'delete' | { set?: Partial<Doc>; replaceIdIn?: readonly Field<Doc>[] };

/** One way in which a document can be about a member. */
export interface Trace<Doc> {
  /** The filter that finds such documents, by an index. */
  find(member: MemberKeys): QueryFilter<Doc>;
  /** null when another trace covers it. */
  exported: Exported<Doc> | null;
  erase: Erasure<Doc>;
  /** Texts that cannot contain personal data, such as the site operator's name: erasure leaves them. */
  ofOthers?: readonly Field<Doc>[];
}

/** How these documents are exported. */
export interface Exported<Doc> {
  /** The name of the part. */
  as: string;
  /** Field names in the export. */
  fields: Readonly<Record<string, Field<Doc> | Told<Doc>>>;
  /** Holds the author's id where that may be somebody else: nothing is exported of authors who have ended their account. */
  author?: Field<Doc>;
  /** Nor of private authors (D79). */
  hidesPrivate?: true;
  /** Hold ids of other members: exported only while the product shows all of them to the reader. */
  about?: Field<Doc> | readonly Field<Doc>[];
  /** Selects the documents to export; all by default. */
  isTold?(doc: Doc, reader: Reader): boolean;
}

/** The personal data of one model: export and erasure read only this (D46). */
export interface MemberData<Doc> {
  traces: readonly Trace<Doc>[];
  /** Fields that are withheld from exports, each with its reason; a single reason covers the whole document. */
  withheld: string | Readonly<Partial<Record<Field<Doc>, string>>>;
}

type Declaration = { traces: readonly Trace<never>[] } | { none: string };
const declarations = new WeakMap<Schema, Declaration>();

/** Declares a model's personal data. Throws when a field is neither exported nor withheld. */
export function declareMemberData<Doc>(schema: Schema<Doc>, { traces, withheld }: MemberData<Doc>): void {
  if (typeof withheld !== 'string') {
    const exported = traces.flatMap(({ exported }) => Object.values(exported?.fields ?? {}));
    const known = new Set([
      ...exported.map((field) => (typeof field === 'object' ? field.of : field)),
      ...Object.keys(withheld),
    ]);
    // Nested fields (`privacy.ageVisible`) follow their parent field.
    const missing = Object.keys(schema.paths).filter((path) => !known.has(path.split('.')[0] ?? path));
    if (missing.length > 0)
      throw new Error(`Say whether an export shows ${missing.join(', ')}: docs/decisions/0052.`);
  }
  // Safe: traces only meet documents of the schema that declares them.
  declarations.set(schema, { traces: traces as unknown as readonly Trace<never>[] });
}

/** Declares that a model contains no personal data, and why. */
export function declareNoMemberData<Doc>(schema: Schema<Doc>, reason: string): void {
  declarations.set(schema, { none: reason });
}

/** A model's declaration; undefined without one. */
export function memberDataOf(schema: Schema): Declaration | undefined {
  return declarations.get(schema);
}

/** Refuses models that declare nothing about personal data (D46). */
export function checkMemberData(connection: Connection): void {
  const silent = Object.values(connection.models).filter((model) => !memberDataOf(model.schema));
  if (silent.length === 0) return;
  const names = silent.map(({ modelName }) => modelName).join(', ');
  throw new DatabaseError(
    `${names}: not declared what it stores about members. Add declareMemberData beside the schema (docs/decisions/0052).`,
  );
}

/** Presents a document for its member's export. */
export function exportedDocument<Doc>(
  fields: Exported<Doc>['fields'],
  doc: Doc,
  reader: Reader,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      typeof field === 'object' ? field.value(doc, reader) : doc[field],
    ]),
  );
}

/** Builds the update that erases a member from a document and keeps the rest. `ids` maps each erased id to its replacement. */
export function erasingUpdate<Doc extends object>(
  { set = {}, replaceIdIn = [] }: Exclude<Erasure<Doc>, 'delete'>,
  doc: Doc,
  ids: ReadonlyArray<readonly [gone: ObjectId, instead: ObjectId]>,
): UpdateQuery<Doc> {
  const values: Record<string, unknown> = { ...set };
  for (const field of replaceIdIn) {
    values[field] = ids.reduce<unknown>(
      (value, [gone, instead]) => replaceId(value, gone, instead),
      doc[field],
    );
  }
  const entries = Object.entries(values);
  const kept = entries.filter(([, value]) => value !== undefined);
  const taken = entries.filter(([, value]) => value === undefined).map(([name]) => [name, 1]);
  // Safe: these are names of fields with their values.
  return {
    ...(kept.length > 0 ? { $set: Object.fromEntries(kept) } : {}),
    ...(taken.length > 0 ? { $unset: Object.fromEntries(taken) } : {}),
  } as UpdateQuery<Doc>;
}

/** Replaces every occurrence of an id in a stored value, also inside texts such as `wallet:<id>`. */
export function replaceId(value: unknown, id: ObjectId, other: ObjectId): unknown {
  if (typeof value === 'string') return value.replaceAll(String(id), String(other));
  if (Array.isArray(value)) return value.map((item) => replaceId(item, id, other));
  if (sameId(value, id)) return other;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaceId(inner, id, other)]),
  );
}
