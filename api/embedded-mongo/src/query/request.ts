import { compileExpression } from '../aggregate/expressions.ts';
import { optionalDocument, optionalNumber } from '../input.ts';
import type { Tick } from '../pause.ts';
import type { Collection } from '../storage/catalog.ts';
import type { View } from '../storage/view.ts';
import type { Document } from '../values/decode.ts';
import { isDocument } from '../values/types.ts';
import { checkLocale, parseCollation } from './collation.ts';
import { compileFilter, type Matcher, type MatchOptions } from './matcher.ts';
import { parseSort } from './sort.ts';

/** A find on a collection, and the view it reads. A limit of 0 means none. */
export type FindRequest = Readonly<ReturnType<typeof findRequest>>;

interface Reader {
  readonly view: View;
  readonly tick: Tick;
  readonly body: Document;
}

/** Parses the find of a command or one of its statements. */
export function findRequest({ view, tick, body }: Reader, collection: Collection, wanted: Document) {
  const own = collection.indexes[0]?.collation;
  checkLocale(wanted.collation);
  const collation = wanted.collation === undefined ? own : parseCollation(wanted.collation);
  const variables = { ...optionalDocument(body, 'let'), ...optionalDocument(wanted, 'c') };
  const compile = (expression: unknown) => compileExpression(expression, { collation, variables });
  const match: MatchOptions = { collation, compile };
  const filter = optionalDocument(wanted, 'filter') ?? {};
  const sort = parseSort(wanted.sort);
  const skip = optionalNumber(wanted, 'skip', 0) ?? 0;
  const limit = Math.abs(optionalNumber(wanted, 'limit') ?? 0);
  const isHint = !isDocument(wanted.hint) || Object.keys(wanted.hint).length > 0;
  const hint = isHint ? wanted.hint : undefined;
  let compiled: Matcher | undefined;
  /** The filter, compiled on first use. */
  const matcher = (): Matcher => {
    compiled ??= compileFilter(filter, match);
    return compiled;
  };
  return { view, tick, collection, filter, sort, skip, limit, hint, collation, variables, match, matcher };
}
