import type { Document } from '../values/decode.ts';
import type { ExpressionOptions } from './expressions.ts';
import { runStages } from './stages.ts';

/** Runs the stages of an update pipeline on one document. */
export function runUpdatePipeline(
  stages: readonly Document[],
  doc: Document,
  options: ExpressionOptions,
): Document {
  const [result] = runStages([doc], stages, { ...options, allowed: updateStages });
  return result ?? doc;
}

const updateStages = new Set(['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith']);
