import { check } from '../input.ts';
import type { Tick } from '../pause.ts';
import type { Collation } from '../query/collation.ts';
import type { MatchOptions } from '../query/matcher.ts';
import { encode } from '../values/encode.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';
import type { MingoOptions } from './operator.ts';

// Shared by the stages and the code that runs them.

/** A found document, encoded and decoded. */
interface Found {
  readonly bytes: Uint8Array;
  readonly doc: Document;
}

/** A pipeline's access to the database. */
export interface PipelineSource {
  /** Runs a find with this filter, sort, skip and limit on another collection; `read` converts its documents. */
  find(collection: string, wanted: Document, read?: (found: Found) => Document): Document[];
  /** Whether a filter on this field would use an index. */
  hasIndex(collection: string, field: string): boolean;
}

export interface PipelineOptions {
  readonly collation?: Collation | undefined;
  /** Variables of `let`. */
  readonly variables?: Document | undefined;
  readonly source?: PipelineSource | undefined;
  readonly tick?: Tick | undefined;
  /** The results are only sent, so they may be encoded documents. */
  readonly isSent?: boolean | undefined;
}

/** A stage's execution context. */
export interface Run extends PipelineOptions {
  readonly mingo: MingoOptions;
  readonly match: MatchOptions;
  readonly evaluate: (doc: unknown, expression: unknown) => unknown;
  /** Runs a stage's inner pipeline. */
  readonly runStages: (docs: Document[], stages: readonly Document[], options: PipelineOptions) => Document[];
}

export type Stage = (docs: Document[], argument: unknown, run: Run) => Document[];

/** A stage's only field: its name and argument. */
export function stageOf(stage: Document): [string, unknown] {
  const [entry, ...others] = Object.entries(stage);
  const text = 'A pipeline stage specification object must contain exactly one field.';
  check(entry && others.length === 0, 40323, text);
  return entry;
}

/** Stages that a find can execute with indexes, in its order of execution. */
const findStages = ['$match', '$sort', '$skip', '$limit'];

/** Splits a pipeline into a leading find and the rest, which runs in memory. */
export function leadingFind(stages: Document[]): { request: Document; rest: Document[] } {
  const request: Document = {};
  const filters: unknown[] = [];
  let next = 0;
  let taken = 0;
  for (const [name, argument] of stages.map(stageOf)) {
    const place = findStages.indexOf(name);
    const isSound = place < 2 ? isDocument(argument) : (toNumber(argument) ?? 0) > 0;
    if (place < next || !isSound) break;
    if (place === 0) filters.push(argument);
    else {
      request[name.slice(1)] = argument;
      next = place + 1;
    }
    taken++;
  }
  if (filters.length) request.filter = filters.length === 1 ? filters[0] : { $and: filters };
  return { request, rest: stages.slice(taken) };
}

/** Whether stages leave their input documents unchanged. */
export const onlyAddOthers = (stages: readonly Document[]): boolean =>
  stages.every((stage) => '$unionWith' in stage);

/**
 * Recognises stages that only wrap each document, as `{ $replaceRoot: { newRoot: { a: { $literal: 1 }, b: '$$ROOT' } } }`. Returns a
 * function that wraps the encoded document without decoding it; undefined for all other stages.
 */
export function wrapperOf([stage, another]: readonly Document[]): ((found: Found) => Document) | undefined {
  const { newRoot } = isDocument(stage?.$replaceRoot) ? stage.$replaceRoot : {};
  const [[mark, value] = [], [name, root] = [], third] = Object.entries(isDocument(newRoot) ? newRoot : {});
  const { $literal: literal, ...others } = isDocument(value) ? value : {};
  const isPlain =
    /^\w+ \w+$/.test(`${mark} ${name}`) && literal !== undefined && Object.keys(others).length === 0;
  if (another || third || !isPlain || root !== '$$ROOT') return undefined;
  // The frame ends with the empty document (5 bytes), which the encoded one replaces, and a 0.
  const frame = Buffer.from(encode({ [String(mark)]: literal, [String(name)]: {} }));
  return ({ bytes }) => {
    const wrapped = Buffer.concat([frame.subarray(0, -6), bytes, frame.subarray(-1)]);
    wrapped.writeInt32LE(wrapped.length);
    return wrapped as unknown as Document; // safe: only sent
  };
}
