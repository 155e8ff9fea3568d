import { check } from '../input.ts';
import { isRegex, toRegExp } from '../query/regex.ts';
import { type Document, isNumeric, typeName } from '../values/types.ts';
import {
  isMissing,
  type Operator,
  onArguments,
  onNamed,
  textOf,
  unlessNull,
  type Values,
  wholeOf,
} from './operator.ts';

// mingo counts UTF-16 code units, and its strictness differs from MongoDB's.

/** Converts a value to text like MongoDB; null and missing become empty. */
function asText(value: unknown): string {
  if (isMissing(value)) return '';
  if (value instanceof Date) return value.toISOString();
  const isText = typeof value === 'string' || isNumeric(value) || typeName(value) === 'symbol';
  check(isText, 16007, () => `can't convert from BSON type ${typeName(value)} to String`);
  return String(value);
}

/** MongoDB only changes the case of ASCII letters. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const upper = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const substrBytes = onArguments(([value, start, length]) => {
  const bytes = Buffer.from(asText(value));
  const from = wholeOf(start, 50752, 0);
  const count = wholeOf(length, 50752);
  const to = count < 0 ? bytes.length : Math.min(bytes.length, from + count);
  const isBetween = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) !== 0x80;
  check(isBetween(from), 28656, '$substrBytes: the range starts inside a UTF-8 character');
  check(isBetween(to), 28657, '$substrBytes: the range ends inside a UTF-8 character');
  return bytes.subarray(from, to).toString();
}, 3);

/** Finds a text in another; positions count code points. */
function indexOf([text, search, start = 0, end = Number.MAX_SAFE_INTEGER]: Values): number | null {
  if (isMissing(text)) return null;
  const [units, wanted] = [[...textOf(text, 40093)], [...textOf(search, 40094)]];
  const last = Math.min(units.length, wholeOf(end, 40097, 0)) - wanted.length;
  for (let at = wholeOf(start, 40097, 0); at <= last; at++)
    if (wanted.every((unit, i) => units[at + i] === unit)) return at;
  return -1;
}

const whitespace = [
  ...'\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
];
const trim = (atStart: boolean, atEnd: boolean): Operator =>
  onNamed((args) => {
    check('input' in args, 50695, '$trim requires an input');
    if (isMissing(args.input) || ('chars' in args && isMissing(args.chars))) return null;
    const input = [...textOf(args.input, 50699)];
    const chars = 'chars' in args ? [...textOf(args.chars, 50700)] : whitespace;
    const keeps = (char: string): boolean => !chars.includes(char);
    const from = atStart ? input.findIndex(keeps) : 0;
    return from < 0 ? '' : input.slice(from, atEnd ? input.findLastIndex(keeps) + 1 : undefined).join('');
  });

const search = (run: (matches: Document[]) => unknown): Operator =>
  onNamed(({ input, regex, options }) => {
    if (!isMissing(regex) && !isRegex(regex)) textOf(regex, 51105);
    if (isMissing(input) || isMissing(regex)) return run([]);
    const text = textOf(input, 51104);
    const isTwice = options && isRegex(regex) && toRegExp(regex, undefined).flags;
    check(!isTwice, 51107, "regex options are specified both in 'regex' and in 'options'");
    const pattern = toRegExp(regex, isMissing(options) ? undefined : options);
    const found = [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))];
    return run(
      found.map(([match, ...captures], i) => ({
        match,
        idx: Array.from(text.slice(0, found[i]?.index)).length,
        captures: captures.map((capture) => capture ?? null),
      })),
    );
  });

export const texts: Record<string, Operator> = {
  $concat: unlessNull((values) => values.map((value) => textOf(value, 16702)).join('')),
  $toLower: onArguments(([value]) => lower(asText(value)), 1),
  $toUpper: onArguments(([value]) => upper(asText(value)), 1),
  $substr: substrBytes,
  $substrBytes: substrBytes,
  $substrCP: onArguments(([value, start, length]) => {
    const from = wholeOf(start, 34455, 0);
    return [...asText(value)].slice(from, from + wholeOf(length, 34454, 0)).join('');
  }, 3),
  $strLenBytes: onArguments(([value]) => Buffer.byteLength(textOf(value, 34473)), 1),
  $strLenCP: onArguments(([value]) => [...textOf(value, 34471)].length, 1),
  $indexOfCP: onArguments(indexOf, 2, 4),
  $strcasecmp: onArguments(([a, b]) => {
    const [x, y] = [upper(asText(a)), upper(asText(b))];
    return x < y ? -1 : Number(x > y);
  }, 2),
  $split: unlessNull(([text, separator]) => {
    const [whole, by] = [textOf(text, 40085), textOf(separator, 40086)];
    check(by, 40087, '$split requires a non-empty separator');
    return whole.split(by);
  }, 2),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $regexMatch: search((matches) => matches.length > 0),
  $regexFind: search(([first]) => first ?? null),
  $regexFindAll: search((matches) => matches),
};
