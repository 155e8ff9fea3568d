import { check } from '../input.ts';
import type { Tick } from '../pause.ts';
import type { Collation } from '../query/collation.ts';
import type { MatchOptions } from '../query/matcher.ts';
import type { Document } from '../values/types.ts';
import type { MingoOptions } from './operator.ts';

// What stages, and those who run them, have in common.

/** What stages may ask of the database. */
export interface PipelineSource {
  /** The documents of another collection that fit a filter. */
  find(collection: string, filter: Document): Document[];
  /** Whether a filter on this field would use an index. */
  hasIndex(collection: string, field: string): boolean;
}

export interface PipelineOptions {
  readonly collation?: Collation | undefined;
  /** The values of `let`. */
  readonly variables?: Document | undefined;
  readonly source?: PipelineSource | undefined;
  readonly tick?: Tick | undefined;
}

/** What a stage runs with. */
export interface Run extends PipelineOptions {
  readonly mingo: MingoOptions;
  readonly match: MatchOptions;
  readonly evaluate: (doc: unknown, expression: unknown) => unknown;
  /** Runs the pipeline of a stage that has one inside. */
  readonly runStages: (docs: Document[], stages: readonly Document[], options: PipelineOptions) => Document[];
}

export type Stage = (docs: Document[], argument: unknown, run: Run) => Document[];

/** The one name and argument of a stage. */
export function stageOf(stage: Document): [string, unknown] {
  const [entry, ...others] = Object.entries(stage);
  const text = 'A pipeline stage specification object must contain exactly one field.';
  check(entry && others.length === 0, 40323, text);
  return entry;
}
