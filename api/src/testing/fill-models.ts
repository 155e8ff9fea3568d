import { type Schema, type SchemaType, Types } from 'mongoose';
import type { ModelOf } from '../database/any-model.ts';
import { type MemberKeys, memberDataOf, type Trace } from '../database/member-data.ts';

/** A document as it lies in the database. */
export interface StoredDocument {
  _id: unknown;
  [field: string]: unknown;
}

/** Models by their names. */
type Named = Readonly<Record<string, { modelName: string; schema: object }>>;

/** A model with what it declares of members; no traces: it tells of none. */
export interface DeclaredModel {
  model: ModelOf<StoredDocument>;
  traces: ReadonlyArray<Trace<StoredDocument>>;
}

/**
 * All models of a database that tell of members.
 *
 * @throws Error for a model that declares nothing
 */
export function declaredModels(models: Named): DeclaredModel[] {
  return Object.values(models).flatMap((model) => {
    const declared = memberDataOf(model.schema as Schema);
    if (!declared) throw new Error(`${model.modelName} does not say what it tells of members.`);
    if ('none' in declared) return [];
    // True because a model's traces are declared for its own documents.
    const traces = declared.traces as unknown as DeclaredModel['traces'];
    return [{ model: model as unknown as DeclaredModel['model'], traces }];
  });
}

/**
 * Stores a document for every trace that finds none yet: each text that may be of the member begins with `text`, each id is one that nobody has,
 * and the fields that the trace asks for are those of the member. So a model that is added later is filled by itself.
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

/** A filter that asks for one of several is filled for each of them. */
function alternatives(filter: object): object[] {
  const either = (filter as { $or?: object[] }).$or;
  return either ?? [filter];
}

/** What a document must have to be found: values as they are, lists by their first. */
function fieldsOf(filter: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [path, asked] of Object.entries(filter)) {
    const listed = (asked as { $in?: unknown[] } | null)?.$in;
    const value = listed ? listed[0] : asked;
    const [first = '', ...rest] = path.split('.');
    // A field within a list (`legs.account`) is one of its items.
    fields[first] = rest.length > 0 ? [{ [rest.join('.')]: value }] : value;
  }
  return fields;
}

/** A document with a value of its kind in every field. */
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
  // Lists and documents within know their own schema.
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
