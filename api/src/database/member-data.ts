import type { Connection, QueryFilter, Schema, UpdateQuery } from 'mongoose';
import { DatabaseError } from './database-error.ts';
import { type ObjectId, sameId } from './ids.ts';

/** What is known of a member whose documents are looked for. */
export interface MemberKeys {
  id: ObjectId;
  /** The address that is surely theirs; where none is, a key that finds nothing. */
  emailKey: string;
  pandaId: ObjectId | null;
}

/** To whom a document is told: what the product hides from a member, it hides in their export as well. */
export interface Reader {
  memberId: ObjectId;
  emailKey: string;
  now: Date;
}

type Field<Doc> = keyof Doc & string;

/** A field that is told otherwise than it is stored. */
interface Told<Doc> {
  of: Field<Doc>;
  value(doc: Doc, reader: Reader): unknown;
}

/**
 * What becomes of a document when its member is erased: it goes; or fields of it get other values (`undefined` takes
 * them away) and the member's id, wherever it stands in other fields, becomes the random id of D46, as does that of their Panda.
 */
export type Erasure<Doc> = 'delete' | { set?: Partial<Doc>; replaceIdIn?: readonly Field<Doc>[] };

/** One way in which a document can be about a member. */
export interface Trace<Doc> {
  /** Finds such documents, by an index. */
  find(member: MemberKeys): QueryFilter<Doc>;
  /** null when another trace tells it all. */
  exported: Exported<Doc> | null;
  erase: Erasure<Doc>;
  /** Texts in which nothing of the member can stand, such as the name of who keeps the site: erasing leaves them. */
  ofOthers?: readonly Field<Doc>[];
}

/** How documents are exported. */
export interface Exported<Doc> {
  /** The name of the part. */
  as: string;
  /** Their fields, by the names they have in it. */
  fields: Readonly<Record<string, Field<Doc> | Told<Doc>>>;
  /** Holds the id of who wrote the document, where that may be somebody else: of who has ended their account nothing is told. */
  author?: Field<Doc>;
  /** Hold ids of members: told only while the product shows all of them to the reader. */
  about?: Field<Doc> | readonly Field<Doc>[];
  /** Which documents are told; all of them without it. */
  isTold?(doc: Doc, reader: Reader): boolean;
}

/** Which fields of a stored model tell of a member: export and erasure read this and nothing else (D46). */
export interface MemberData<Doc> {
  traces: readonly Trace<Doc>[];
  /** Fields that no export shows, each with the reason; one reason alone is about the whole document. */
  withheld: string | Readonly<Partial<Record<Field<Doc>, string>>>;
}

type Declaration = { traces: readonly Trace<never>[] } | { none: string };
const declarations = new WeakMap<Schema, Declaration>();

/** Declares what a model says about members. Throws when a field of it is neither exported nor withheld. */
export function declareMemberData<Doc>(schema: Schema<Doc>, { traces, withheld }: MemberData<Doc>): void {
  if (typeof withheld !== 'string') {
    const exported = traces.flatMap(({ exported }) => Object.values(exported?.fields ?? {}));
    const known = new Set([
      ...exported.map((field) => (typeof field === 'object' ? field.of : field)),
      ...Object.keys(withheld),
    ]);
    // Parts of a field (`privacy.ageVisible`) go where their field goes.
    const missing = Object.keys(schema.paths).filter((path) => !known.has(path.split('.')[0] ?? path));
    if (missing.length > 0)
      throw new Error(`Say whether an export shows ${missing.join(', ')}: docs/decisions/0052.`);
  }
  // True because traces only ever meet documents of the schema that they are declared for.
  declarations.set(schema, { traces: traces as unknown as readonly Trace<never>[] });
}

/** Declares that no document of a model can be found by a member or tells of one, and why. */
export function declareNoMemberData<Doc>(schema: Schema<Doc>, reason: string): void {
  declarations.set(schema, { none: reason });
}

/** What a model declares; undefined when it declares nothing. */
export function memberDataOf(schema: Schema): Declaration | undefined {
  return declarations.get(schema);
}

/** Refuses a connection with a model that does not say whether it tells of members (D46). */
export function checkMemberData(connection: Connection): void {
  const silent = Object.values(connection.models).filter((model) => !memberDataOf(model.schema));
  if (silent.length === 0) return;
  const names = silent.map(({ modelName }) => modelName).join(', ');
  throw new DatabaseError(
    `${names}: not declared what it stores about members. Add declareMemberData beside the schema (docs/decisions/0052).`,
  );
}

/** A document as its member's export shows it. */
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

/** The update that erases what a document tells of a member and keeps the rest. `ids`: each id that goes, and what stands for it. */
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
  // True because the names are those of fields, with values of theirs.
  return {
    ...(kept.length > 0 ? { $set: Object.fromEntries(kept) } : {}),
    ...(taken.length > 0 ? { $unset: Object.fromEntries(taken) } : {}),
  } as UpdateQuery<Doc>;
}

/** A stored value with every occurrence of an id, also inside texts such as `wallet:<id>`, put for another one. */
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
