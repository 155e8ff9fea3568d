import type { Endpoint } from '@frens/contract';
import { parseKey } from '@frens/contract/endpoint';

export interface ContractParts {
  calls: Readonly<Record<string, Endpoint>>;
  /** The keys that have handlers. */
  handled: readonly string[];
  /** The tests' source code. */
  tests: string;
}

/** Gaps between contract, handlers and tests, one line each. */
export function contractGaps({ calls, handled, tests }: ContractParts): string[] {
  const keys = Object.keys(calls);
  const code = tests.replace(comments, '').replace(titles, '');
  const twice = handled.filter((key, index) => handled.indexOf(key) !== index);
  return [
    ...keys.filter((key) => !handled.includes(key)).map((key) => `${key} has no handler`),
    ...handled.filter((key) => !keys.includes(key)).map((key) => `${key} is not in the contract`),
    ...twice.map((key) => `${key} is handled twice`),
    ...keys.filter((key) => !isTested(key, code)).map((key) => `${key} is called by no test`),
  ];
}

// A mention in a comment or title is no call. `//` inside an address starts no comment.
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const titles = /\b(?:describe|it|test)(?:\.\w+)*\(\s*(['"`]).*?\1/g;

/** A test names a call by its key, or by method and address. */
function isTested(key: string, code: string): boolean {
  if (code.includes(`'${key}'`)) return true;
  const { method, path } = parseKey(key);
  const address = path.replaceAll('.', String.raw`\.`).replace(/:\w+/g, '[^/\'"`]+');
  return new RegExp(`'${method}',\\s*['"\`]${address}['"\`?]`).test(code);
}
