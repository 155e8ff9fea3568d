import { MongoError } from '../errors.ts';
import type { Collation } from '../query/collation.ts';
import { ownValue } from '../query/paths.ts';
import type { Document } from '../values/decode.ts';
import { isDocument } from '../values/types.ts';
import { borrowedExpression } from './mingo.ts';
import { operators } from './operators.ts';

/** The values an expression may refer to. */
export interface Scope {
  readonly root: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly collation: Collation | undefined;
}

export type Expression = (scope: Scope) => unknown;

export interface ExpressionOptions {
  readonly collation?: Collation | undefined;
  /** The values of `let`. */
  readonly variables?: Document | undefined;
}

/** Compiles an expression to a function of a document. */
export function compileExpression(
  expression: unknown,
  options: ExpressionOptions = {},
): (doc: unknown) => unknown {
  const evaluate = compile(expression);
  const { collation } = options;
  const variables: Record<string, unknown> = { NOW: new Date() };
  for (const [name, value] of Object.entries(options.variables ?? {})) {
    variables[name] = compile(value)({ root: {}, variables, collation });
  }
  return (doc) => evaluate({ root: doc, variables, collation });
}

/** Compiles any expression: a path, a variable, an operator, or a literal document, array or value. */
export function compile(expression: unknown): Expression {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression);
  if (Array.isArray(expression)) {
    const items = expression.map(compile);
    // A missing value inside an array literal is null.
    return (scope) => items.map((item) => item(scope) ?? null);
  }
  if (!isDocument(expression)) return () => expression;
  const entries = Object.entries(expression);
  const [first] = entries;
  if (first?.[0].startsWith('$')) {
    if (entries.length > 1) {
      throw new MongoError(
        15983,
        `An object representing an expression must have exactly one field: { ${Object.keys(expression).join(', ')} }`,
      );
    }
    return compileOperator(first[0], first[1]);
  }
  const fields = entries.map(([name, value]) => {
    if (name.includes('.')) throw new MongoError(16412, `FieldPath field names may not contain '.': ${name}`);
    return [name, compile(value)] as const;
  });
  return (scope) => {
    const result: Document = {};
    for (const [name, field] of fields) {
      const value = field(scope);
      if (value !== undefined) result[name] = value;
    }
    return result;
  };
}

function compilePath(text: string): Expression {
  if (text === '$') throw new MongoError(16872, "'$' by itself is not a valid FieldPath");
  if (!text.startsWith('$$')) {
    const parts = text.slice(1).split('.');
    if (parts.includes('')) throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    return (scope) => follow(scope.root, parts);
  }
  const [name = '', ...parts] = text.slice(2).split('.');
  switch (name) {
    case 'ROOT':
    case 'CURRENT':
      return (scope) => follow(name in scope.variables ? scope.variables[name] : scope.root, parts);
    case 'REMOVE':
      return () => undefined;
    case 'NOW':
      return (scope) => scope.variables.NOW;
    case 'DESCEND':
    case 'PRUNE':
    case 'KEEP':
      return () => text;
    default:
      return (scope) => {
        if (!(name in scope.variables)) throw new MongoError(17276, `Use of undefined variable: ${name}`);
        return follow(scope.variables[name], parts);
      };
  }
}

/** Follows a path as expressions do: an array on the way gives the array of what its documents have. */
function follow(value: unknown, parts: readonly string[], at = 0): unknown {
  const part = parts[at];
  if (part === undefined) return value;
  if (isDocument(value)) return follow(ownValue(value, part), parts, at + 1);
  if (!Array.isArray(value)) return undefined;
  return value
    .map((item: unknown) => (isDocument(item) || Array.isArray(item) ? follow(item, parts, at) : undefined))
    .filter((item) => item !== undefined);
}

function compileOperator(name: string, argument: unknown): Expression {
  const own = operators[name];
  if (own) return own(argument, name);
  const borrowed = borrowedExpression(name);
  if (!borrowed) throw new MongoError(168, `Unrecognized expression '${name}'`);
  // Options like { date, format } and lists are evaluated here, field by field, and handed over as plain values.
  const evaluate =
    isDocument(argument) && !Object.keys(argument)[0]?.startsWith('$')
      ? compileFields(argument)
      : compile(argument);
  return (scope) => borrowed(scope.root, evaluate(scope));
}

function compileFields(fields: Document): Expression {
  const compiled = Object.entries(fields).map(([name, value]) => [name, compile(value)] as const);
  return (scope) => Object.fromEntries(compiled.map(([name, value]) => [name, value(scope)]));
}
