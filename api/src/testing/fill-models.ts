import { type Schema, type SchemaType, Types } from 'mongoose';
import type { ModelOf } from '../database/any-model.ts';
import { type MemberKeys, memberDataOf, type Trace } from '../database/member-data.ts';

/** A document as stored. */
export interface StoredDocument {
  _id: unknown;
  [field: string]: unknown;
}

/** Models by name. */
type Named = Readonly<Record<string, { modelName: string; schema: object }>>;

/** A model with its declared traces of members. */
export interface DeclaredModel {
  model: ModelOf<StoredDocument>;
  traces: ReadonlyArray<Trace<StoredDocument>>;
}

/**
 * All models with personal data.
 *
 * @throws {Error} for a model without a declaration
 */
export function declaredModels(models: Named): DeclaredModel[] {
  return Object.values(models).flatMap((model) => {
    const declared = memberDataOf(model.schema as Schema);
    if (!declared) throw new Error(`${model.modelName} does not say what it tells of members.`);
    if ('none' in declared) return [];
    // Safe: a model's traces are declared for its own documents.
    const traces = declared.traces as unknown as DeclaredModel['traces'];
    return [{ model: model as unknown as DeclaredModel['model'], traces }];
  });
}

/**
 * Inserts a document for every trace that finds none yet. Texts begin with `text`, ids are unknown ones, and the traced fields are the
 * member's. This also covers models added later.
 */
export async function fillModels(models: Named, keys: MemberKeys, text: string): Promise<void> {
  for (const { model, traces } of declaredModels(models)) {
    for (const { find, ofOthers = [] } of traces) {
      for (const wanted of alternatives(find(keys))) {
        if (await model.exists(wanted)) continue;
        const made = valueOfSchema(model.schema, text);
        const others = Object.fromEntries(ofOthers.map((field) => [field, 'somebody else']));
        await model.collection.insertOne({ ...made, ...others, ...fieldsOf(wanted) });
      }
    }
  }
}

/** The alternatives of an `$or` filter, each of which gets a document. */
function alternatives(filter: object): object[] {
  const either = (filter as { $or?: object[] }).$or;
  return either ?? [filter];
}

/** The fields that a document needs to match a filter; lists by their first value. */
function fieldsOf(filter: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [path, asked] of Object.entries(filter)) {
    const listed = (asked as { $in?: unknown[] } | null)?.$in;
    const value = listed ? listed[0] : asked;
    const [first = '', ...rest] = path.split('.');
    // A path into a list (`legs.account`) sets a field of one item.
    fields[first] = rest.length > 0 ? [{ [rest.join('.')]: value }] : value;
  }
  return fields;
}

/** A document with a value of the right type in every field. */
export function valueOfSchema(schema: Schema, text: string): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  schema.eachPath((path, type) => {
    if (!path.includes('.')) made[path] = valueOf(type, text);
  });
  return made;
}

function valueOf(type: SchemaType, text: string): unknown {
  const { instance, options } = type;
  const choices: unknown = options.enum;
  if (Array.isArray(choices)) return choices[0];
  // Lists and embedded documents have their own schemas.
  const { schema, embeddedSchemaType } = type as { schema?: Schema; embeddedSchemaType?: SchemaType };
  switch (instance) {
    case 'Array':
      return schema
        ? [valueOfSchema(schema, text)]
        : [embeddedSchemaType ? valueOf(embeddedSchemaType, text) : text];
    case 'Embedded':
      return schema ? valueOfSchema(schema, text) : {};
    case 'Number':
      return 0;
    case 'Boolean':
      return true;
    case 'Date':
      return new Date();
    case 'ObjectId':
      return new Types.ObjectId();
    case 'Mixed':
      return { text };
    default:
      return `${text} ${new Types.ObjectId().toHexString()}`;
  }
}
