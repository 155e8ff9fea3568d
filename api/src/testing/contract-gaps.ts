import type { Endpoint } from '@frens/contract';
import { parseKey } from '@frens/contract/endpoint';

export interface ContractParts {
  calls: Readonly<Record<string, Endpoint>>;
  /** The keys that the resources handle. */
  handled: readonly string[];
  /** The texts of the tests. */
  tests: string;
}

/** What is missing between the contract, the handlers and the tests: one line each. */
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

// A mention in what is said about code is no call. `//` within an address is none of them.
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const titles = /\b(?:describe|it|test)(?:\.\w+)*\(\s*(['"`]).*?\1/g;

/** A test names a call by its key, or by its method and an address of it. */
function isTested(key: string, code: string): boolean {
  if (code.includes(`'${key}'`)) return true;
  const { method, path } = parseKey(key);
  const address = path.replaceAll('.', String.raw`\.`).replace(/:\w+/g, '[^/\'"`]+');
  return new RegExp(`'${method}',\\s*['"\`]${address}['"\`?]`).test(code);
}
