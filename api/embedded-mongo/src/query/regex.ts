import { BSONRegExp } from 'bson';
import { badValue, MongoError } from '../errors.ts';
import { words } from '../input.ts';

export const isRegex = (value: unknown): value is BSONRegExp | RegExp =>
  value instanceof BSONRegExp || value instanceof RegExp;

const classes: Record<string, string> = Object.fromEntries(
  words(
    'alpha=a-zA-Z digit=0-9 alnum=a-zA-Z0-9 upper=A-Z lower=a-z xdigit=0-9a-fA-F word=\\w space=\\s ' +
      'blank=\\x20\\t punct=!-\\/:-@\\[-`{-~',
  ).map((one) => one.split('=')),
);
const end = '(?=\\n?(?![^]))';
const escapes: Record<string, string> = { A: '(?<![^])', z: '(?![^])', Z: end };
/** Escapes with the same meaning in PCRE and JS; JS would treat other letters as literals. */
const common = /^([bBcdDfknrsStuwWxAzZ]|[pP]\{|[^a-zA-Z])$/;

/** Translates PCRE syntax that JS interprets differently; syntax that JS rejects stays an error. */
const translated = (source: string, last: string): string =>
  source.replace(
    /\\Q(.*?)(?:\\E|$)|\\([xpP]\{?|.)|\[:(\w+):\]|\$$/gs,
    (all, quoted?: string, letter = '', name = '') => {
      if (quoted !== undefined) return quoted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      if (letter && !common.test(letter)) throw new Error(`${all} is not known to this server`);
      return all === '$' ? last : (escapes[letter] ?? classes[name] ?? all);
    },
  );

/** Converts a BSON regular expression to JS; removes whitespace and comments for `x` (extended), which JS lacks. */
export function toRegExp(pattern: unknown, options: unknown): RegExp {
  const isObject = isRegex(pattern);
  if (!isObject && typeof pattern !== 'string') throw badValue('$regex has to be a string');
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  let source = pattern instanceof BSONRegExp ? pattern.pattern : isObject ? pattern.source : pattern;
  let flags = options ?? (pattern instanceof BSONRegExp ? pattern.options : isObject ? pattern.flags : '');
  const bad = [...flags].find((flag) => !'imsxu'.includes(flag));
  if (bad) throw new MongoError(51108, `invalid flag in regex options: ${bad}`);
  const [inline = '', inlineFlags = ''] = /^\(\?([imsx]+)\)/.exec(source) ?? [];
  source = source.slice(inline.length);
  flags += inlineFlags;
  if (flags.includes('x'))
    source = source.replace(/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*$/gm, (part) =>
      /^(\s|#)/.test(part) ? '' : part,
    );
  try {
    const unicode = /\\[pP]\{/.test(source) ? 'u' : '';
    return new RegExp(
      translated(source, flags.includes('m') ? '$' : end),
      [...new Set(flags.replace(/[xu]/g, '') + unicode)].join(''),
    );
  } catch (error) {
    throw new MongoError(51091, `Regular expression is invalid: ${String(error)}`);
  }
}
