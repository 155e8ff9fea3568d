import { createRequire } from 'node:module';
import type * as Mingo from 'mingo';
import type * as MingoLazy from 'mingo/lazy';
import type * as Accumulators from 'mingo/operators/accumulator';
import type * as Expressions from 'mingo/operators/expression';
import type * as Pipeline from 'mingo/operators/pipeline';
import type * as Window from 'mingo/operators/window';
import { failedToParse, MongoError } from '../errors.ts';
import type { Document } from '../values/decode.ts';
import { isDocument, isNumeric, toNumber } from '../values/types.ts';

// mingo is hundreds of small modules: loading them takes longer than starting the server, so they wait for their first use.
const load = createRequire(import.meta.url);

interface Library {
  readonly accumulators: Operators;
  readonly expressions: Operators;
  readonly stages: Operators;
  readonly lazy: typeof MingoLazy;
  readonly options: Document;
}

type Operator = (input: unknown, argument: unknown, options: unknown) => unknown;
type Operators = Readonly<Record<string, Operator | undefined>>;

let library: Library | undefined;

function mingo(): Library {
  if (library) return library;
  // `require` says nothing of types; these are the modules' own.
  const { Context } = load('mingo') as typeof Mingo;
  const expressions = load('mingo/operators/expression') as typeof Expressions;
  const accumulators = load('mingo/operators/accumulator') as typeof Accumulators;
  const stages = load('mingo/operators/pipeline') as typeof Pipeline;
  const window = load('mingo/operators/window') as typeof Window;
  const context = Context.init({
    expression: { ...expressions },
    accumulator: { ...accumulators },
    pipeline: { ...stages },
    window: { ...window },
  });
  library = {
    // The modules export operators by their names and nothing else.
    accumulators: accumulators as unknown as Operators,
    expressions: expressions as unknown as Operators,
    stages: stages as unknown as Operators,
    lazy: load('mingo/lazy') as typeof MingoLazy,
    options: {
      context,
      idKey: '_id',
      useStrictMode: true,
      failOnError: true,
      scriptEnabled: false,
      processingMode: 0,
    },
  };
  return library;
}

/** Operators that run code are never borrowed. */
const refused = new Set(['$function', '$accumulator', '$where']);

function borrow(operators: Operators, name: string): Operator | undefined {
  return refused.has(name) ? undefined : operators[name];
}

function refuseCode(argument: unknown): void {
  if (Array.isArray(argument)) argument.forEach(refuseCode);
  if (!isDocument(argument)) return;
  for (const [name, value] of Object.entries(argument)) {
    if (refused.has(name)) throw new MongoError(168, `Unrecognized expression '${name}'`);
    refuseCode(value);
  }
}

function call<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof MongoError) throw error;
    throw failedToParse(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** An expression operator of mingo; it gets values, not expressions. */
export function borrowedExpression(name: string): ((root: unknown, value: unknown) => unknown) | undefined {
  const operator = borrow(mingo().expressions, name);
  return (
    operator && ((root, value) => call(name, () => operator(root, literally(plain(value)), mingo().options)))
  );
}

/** An accumulator of mingo, for those that need no exact types. */
export function borrowedAccumulator(
  name: string,
): ((docs: Document[], argument: unknown) => unknown) | undefined {
  const operator = borrow(mingo().accumulators, name);
  return operator && ((docs, argument) => call(name, () => operator(docs, argument, mingo().options)));
}

/** Runs a pipeline stage of mingo, for those that need neither exact types nor an index. */
export function runBorrowedStage(
  name: string,
  docs: Document[],
  argument: unknown,
  find: (collection: string) => Document[],
): Document[] {
  const { stages, lazy, options } = mingo();
  const stage = stages[name];
  if (!stage) throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
  refuseCode(argument);
  return call(name, () => {
    // mingo writes some of its own stages as `$function`; none from outside gets here.
    const result = stage(lazy.Lazy(docs.map(plain)), plain(argument), {
      ...options,
      scriptEnabled: true,
      collectionResolver: find,
    });
    return (result as MingoLazy.Iterator).collect().filter(isDocument); // a stage gives an iterator
  });
}

/** Numbers as mingo knows them. */
export function plain(value: unknown): unknown {
  if (isNumeric(value)) return toNumber(value);
  if (Array.isArray(value)) return value.map(plain);
  if (isDocument(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
  return value;
}

/** Keeps mingo from evaluating what has been evaluated. */
function literally(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => ({ $literal: item }));
  if (isDocument(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, { $literal: item }]));
  return { $literal: value };
}
