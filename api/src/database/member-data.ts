import type { Connection, QueryFilter, Schema, UpdateQuery } from 'mongoose';
import { DatabaseError } from './database-error.ts';
import { type ObjectId, sameId } from './ids.ts';

/** Identifiers for finding a member's documents. */
export interface MemberKeys {
  id: ObjectId;
  /** The confirmed e-mail address; without one, a key that matches nothing. */
  emailKey: string;
  pandaId: ObjectId | null;
}

/** The member who receives an export. It hides the same members from them as the product does. */
export interface Reader {
  memberId: ObjectId;
  emailKey: string;
  now: Date;
}

type Field<Doc> = keyof Doc & string;

/** A field whose exported value is computed from the document. */
interface ComputedField<Doc> {
  of: Field<Doc>;
  value(doc: Doc, reader: Reader): unknown;
}

/**
 * How erasure changes a document: deletes it, or sets fields (`undefined` unsets them) and replaces the member's id elsewhere with
 * the random id of D46, and their Panda's id likewise.
 */
export type Erasure<Doc> = 'delete' | { set?: Partial<Doc>; replaceIdIn?: readonly Field<Doc>[] };

/** One way in which a document refers to a member. */
export interface Trace<Doc> {
  /** The filter that finds such documents through an index. */
  find(member: MemberKeys): QueryFilter<Doc>;
  /** Null when another trace exports the document. */
  exported: Exported<Doc> | null;
  erase: Erasure<Doc>;
  /** Texts without personal data, such as the site operator's name: erasure keeps them. */
  ofOthers?: readonly Field<Doc>[];
}

/** How a trace's documents are exported. */
export interface Exported<Doc> {
  /** The name of the export's section. */
  as: string;
  /** Field names in the export. */
  fields: Readonly<Record<string, Field<Doc> | ComputedField<Doc>>>;
  /** The author's id, if the author may be another member: documents of authors with a pending deletion are not exported. */
  author?: Field<Doc>;
  /** Also excludes documents of private authors (D79). */
  hidesPrivate?: true;
  /** Ids of other members in the document: exported only while all of them are visible to the reader. */
  about?: Field<Doc> | readonly Field<Doc>[];
  /** Filters the exported documents; all by default. */
  isExported?(doc: Doc, reader: Reader): boolean;
}

/** The personal data of one model. Export and erasure read nothing else (D46). */
export interface MemberData<Doc> {
  traces: readonly Trace<Doc>[];
  /** Fields excluded from exports, each with its reason; a single reason covers the whole document. */
  withheld: string | Readonly<Partial<Record<Field<Doc>, string>>>;
}

type Declaration = { traces: readonly Trace<never>[] } | { none: string };
const declarations = new WeakMap<Schema, Declaration>();

/** Declares a model's personal data. @throws when a field is neither exported nor withheld */
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
  // Safe: traces only see documents of the schema that declares them.
  declarations.set(schema, { traces: traces as unknown as readonly Trace<never>[] });
}

/** Declares that a model contains no personal data, and why. */
export function declareNoMemberData<Doc>(schema: Schema<Doc>, reason: string): void {
  declarations.set(schema, { none: reason });
}

/** A model's declaration; undefined when missing. */
export function memberDataOf(schema: Schema): Declaration | undefined {
  return declarations.get(schema);
}

/** Refuses models without a declaration about personal data (D46). */
export function checkMemberData(connection: Connection): void {
  const silent = Object.values(connection.models).filter((model) => !memberDataOf(model.schema));
  if (silent.length === 0) return;
  const names = silent.map(({ modelName }) => modelName).join(', ');
  throw new DatabaseError(
    `${names}: not declared what it stores about members. Add declareMemberData beside the schema (docs/decisions/0052).`,
  );
}

/** Presents a document for the member's export. */
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

/** Builds the update that erases a member from a document and keeps the rest. `ids` pairs each erased id with its replacement. */
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
  const assigned = entries.filter(([, value]) => value !== undefined);
  const removed = entries.filter(([, value]) => value === undefined).map(([name]) => [name, 1]);
  // Safe: the keys are the document's field names.
  return {
    ...(assigned.length > 0 ? { $set: Object.fromEntries(assigned) } : {}),
    ...(removed.length > 0 ? { $unset: Object.fromEntries(removed) } : {}),
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
