import { Long, ObjectId, Timestamp } from 'bson';
import { type Document, isDocument, toNumber, typeName } from '../values/types.ts';
import {
  fail,
  isMissing,
  type Operator,
  onArguments,
  onNamed,
  textOf,
  unlessNull,
  wholeOf,
} from './operator.ts';

// A date in a time zone is calculated with as a "local" one: its UTC fields are what a clock there shows.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const monthNames = 'January February March April May June July August September October November December';
const months = monthNames.split(' ');
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const units: Record<string, number> = { millisecond: 1, second, minute, hour, day, week: 7 * day };
const unitsOfMonths: Record<string, number> = { month: 1, quarter: 3, year: 12 };
const formats = new Map<string, Intl.DateTimeFormat>();

const offsetText = /^[+-]\d\d(:?[0-5]\d)?$/;
function parseOffset(text: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?/.exec(text) ?? [];
  return (Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute) * (sign === '-' ? -1 : 1);
}

/** How far the clocks of a zone are ahead of UTC. */
function offsetAt(time: number, zone: unknown): number {
  if (zone === undefined) return 0;
  const name = textOf(zone, 40517);
  if (offsetText.test(name)) return parseOffset(name);
  try {
    const format =
      formats.get(name) ?? new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
    formats.set(name, format);
    return parseOffset(format.format(time));
  } catch {
    return fail(40485, `unrecognized time zone identifier: "${name}"`);
  }
}

const toLocal = (date: Date, zone: unknown): Date =>
  new Date(date.getTime() + offsetAt(date.getTime(), zone));
const fromLocal = (local: number, zone: unknown): Date =>
  new Date(local - offsetAt(local - offsetAt(local, zone), zone));

/** The date of a value that has one; undefined for any other. */
export function dateFrom(value: unknown): Date | undefined {
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.getHighBits() * second);
  return value instanceof Date ? value : undefined;
}

const dateOf = (value: unknown, code: number): Date =>
  dateFrom(value) ?? fail(code, `can't convert from BSON type ${typeName(value)} to Date`);

function utc(year: number, month = 1, dayOfMonth = 1, time = 0): number {
  return new Date(0).setUTCFullYear(year, month - 1, dayOfMonth) + time;
}

/** Moves by months; a day that the month does not have becomes its last. */
function addMonths(local: Date, count: number): number {
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + 1 + count];
  const lastDay = new Date(utc(year, month + 1, 0)).getUTCDate();
  return utc(
    year,
    month,
    Math.min(local.getUTCDate(), lastDay),
    local.getTime() - Math.floor(local.getTime() / day) * day,
  );
}

const isoDay = (local: Date): number => local.getUTCDay() || 7;
const dayOfYear = (local: Date): number =>
  Math.floor((local.getTime() - utc(local.getUTCFullYear())) / day) + 1;
/** The Thursday of the same ISO week, which says to which year the week belongs. */
const thursday = (local: Date): Date => new Date(local.getTime() + (4 - isoDay(local)) * day);

const parts: Record<string, (local: Date) => unknown> = {
  $year: (local) => local.getUTCFullYear(),
  $month: (local) => local.getUTCMonth() + 1,
  $dayOfMonth: (local) => local.getUTCDate(),
  $hour: (local) => local.getUTCHours(),
  $minute: (local) => local.getUTCMinutes(),
  $second: (local) => local.getUTCSeconds(),
  $millisecond: (local) => local.getUTCMilliseconds(),
  $dayOfWeek: (local) => local.getUTCDay() + 1,
  $dayOfYear: dayOfYear,
  $week: (local) => Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7),
  $isoDayOfWeek: isoDay,
  $isoWeek: (local) => Math.ceil(dayOfYear(thursday(local)) / 7),
  $isoWeekYear: (local) => Long.fromNumber(thursday(local).getUTCFullYear()),
};

const part =
  (read: (local: Date) => unknown): Operator =>
  (doc, argument, options) =>
    isDocument(argument) && 'date' in argument
      ? onNamed((args) =>
          someMissing(args) ? null : read(toLocal(dateOf(args.date, 16006), args.timezone)),
        )(doc, argument, options)
      : unlessNull(([value]) => read(dateOf(value, 16006)), 1)(doc, argument, options);

const someMissing = (args: Document): boolean => Object.values(args).some(isMissing);

const formatters: Record<string, [part: string, digits: number]> = {
  Y: ['$year', 4],
  m: ['$month', 2],
  d: ['$dayOfMonth', 2],
  H: ['$hour', 2],
  M: ['$minute', 2],
  S: ['$second', 2],
  L: ['$millisecond', 3],
  w: ['$dayOfWeek', 1],
  j: ['$dayOfYear', 3],
  U: ['$week', 2],
  u: ['$isoDayOfWeek', 1],
  V: ['$isoWeek', 2],
  G: ['$isoWeekYear', 4],
};

function formatDate(format: string, local: Date, offset: number): string {
  const sign = offset < 0 ? '-' : '+';
  const minutes = Math.abs(offset) / minute;
  const pad = (value: unknown, digits: number): string => String(value).padStart(digits, '0');
  return format.replace(/%(.?)/gs, (_match, letter: string) => {
    const [name = '', digits = 0] = formatters[letter] ?? [];
    const month = months[local.getUTCMonth()] ?? '';
    if (name) return pad(parts[name]?.(local), digits);
    if (letter === 'z') return `${sign}${pad(Math.floor(minutes / 60), 2)}${pad(minutes % 60, 2)}`;
    if (letter === 'Z') return `${sign}${minutes}`;
    if (letter === 'b' || letter === 'B') return letter === 'B' ? month : month.slice(0, 3);
    return letter === '%' ? '%' : fail(18536, `Invalid format character '%${letter}' in format string`);
  });
}

const patterns: Record<string, string> = {
  Y: '(?<Y>\\d{4})',
  G: '(?<G>\\d{4})',
  m: '(?<m>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  j: '(?<j>\\d{1,3})',
  H: '(?<H>\\d{1,2})',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  L: '(?<L>\\d{1,3})',
  u: '(?<u>[1-7])',
  V: '(?<V>\\d{1,2})',
  b: '(?<b>[a-z]{3})',
  B: '(?<b>[a-z]{3})[a-z]*',
  z: '(?<z>Z|[+-]\\d\\d:?\\d\\d)',
  Z: '(?<Z>[+-]\\d+)',
  '%': '%',
};
const isoFormat = '^%Y-%m-%d(?:[T ]%H:%M(?::%S(?:\\.%L\\d*)?)?)?\\s*%z?$';
const patternOf = (format: string): RegExp =>
  new RegExp(
    format.replace(
      /%(.)/g,
      (_match, letter: string) =>
        patterns[letter] ?? fail(18536, `Invalid format character '%${letter}' in format string`),
    ),
    'i',
  );

/** The date that a text writes, as ISO 8601 or in a format; undefined where it writes none. */
export function parseDate(text: string, zone?: unknown, format?: string): Date | undefined {
  const pattern = patternOf(
    format === undefined ? isoFormat : `^${format.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`,
  );
  const found = pattern.exec(text)?.groups;
  // Other ways to write a date are read where they name a month.
  if (!found) {
    const other =
      format === undefined && /[a-z]{3}.*\d{4}/i.test(text) ? Date.parse(`${text} UTC`) : Number.NaN;
    return Number.isNaN(other) ? undefined : fromLocal(other, zone);
  }
  const { Y, G, m, d, j, H, M, S, L, u, V, b, z, Z } = found;
  if ((z ?? Z) !== undefined && zone !== undefined) return undefined;
  const named = b
    ? months.findIndex((name) => name.slice(0, 3).toLowerCase() === b.toLowerCase()) + 1
    : undefined;
  const month = named ?? Number(m ?? 1);
  const time =
    Number(H ?? 0) * hour +
    Number(M ?? 0) * minute +
    Number(S ?? 0) * second +
    Number((L ?? '0').padEnd(3, '0'));
  const start = G
    ? isoStart(Number(G), Number(V ?? 1), Number(u ?? 1))
    : utc(Number(Y), month, Number(j ?? d ?? 1));
  const isReal =
    (j !== undefined || G !== undefined || new Date(start).getUTCMonth() === month - 1) && time < day;
  if (!isReal || (Y ?? G) === undefined) return undefined;
  if (z ?? Z) return new Date(start + time - (z ? parseOffset(z) : Number(Z) * minute));
  return fromLocal(start + time, zone);
}

/** The day of an ISO week. */
function isoStart(year: number, week: number, weekday: number): number {
  const fourth = utc(year, 1, 4);
  return fourth + (7 * (week - 1) + weekday - isoDay(new Date(fourth))) * day;
}

function unitOf(unit: unknown, code: number): string {
  if (unit === undefined) fail(code, "the operator needs a 'unit'");
  const name = String(unit);
  return name in units || name in unitsOfMonths ? name : fail(9, `unknown time unit value: ${name}`);
}

/** The place of the first day of a week, from Sunday. */
const weekStart = (name: unknown): number =>
  Math.max(
    0,
    weekdays.indexOf(
      String(name ?? 'sun')
        .slice(0, 3)
        .toLowerCase(),
    ),
  );

const monthsOf = (local: Date): number => local.getUTCFullYear() * 12 + local.getUTCMonth();

const shift = (sign: number): Operator =>
  onNamed((args) => {
    if (!('unit' in args)) unitOf(undefined, 5166402);
    if (someMissing(args)) return null;
    const [start, unit] = [dateOf(args.startDate, 5166403), unitOf(args.unit, 5166402)];
    const amount = wholeOf(args.amount, 5166405) * sign;
    const [ofMonths, length = 0] = [unitsOfMonths[unit], units[unit]];
    if (!ofMonths && length < day) return new Date(start.getTime() + amount * length);
    const local = toLocal(start, args.timezone);
    return fromLocal(
      ofMonths ? addMonths(local, amount * ofMonths) : local.getTime() + amount * length,
      args.timezone,
    );
  });

function difference({ startDate, endDate, unit, timezone, startOfWeek }: Document): number {
  const [start, end, name] = [dateOf(startDate, 5166307), dateOf(endDate, 5166307), unitOf(unit, 5166305)];
  const [from, to] = [toLocal(start, timezone), toLocal(end, timezone)];
  const [ofMonths, length = 1] = [unitsOfMonths[name], units[name]];
  if (ofMonths) return Math.floor(monthsOf(to) / ofMonths) - Math.floor(monthsOf(from) / ofMonths);
  // 1970 began on a Thursday. Hours and less do not jump with the clocks.
  const ahead = name === 'week' ? (4 - weekStart(startOfWeek)) * day : 0;
  const last = length < day ? end.getTime() + (from.getTime() - start.getTime()) : to.getTime();
  return Math.floor((last + ahead) / length) - Math.floor((from.getTime() + ahead) / length);
}

function truncateDate({ date, unit, binSize = 1, timezone, startOfWeek }: Document): Date {
  const [start, name] = [dateOf(date, 5439012), unitOf(unit, 5439008)];
  const size = wholeOf(binSize, 5439017);
  if (size < 1) fail(5439018, "$dateTrunc requires 'binSize' to be greater than 0");
  const local = toLocal(start, timezone);
  const [ofMonths, length = 1] = [unitsOfMonths[name], units[name]];
  const bins = (value: number, bin: number): number => Math.floor(value / bin) * bin;
  // Bins are counted from the year 2000, weeks from the first that begins in it.
  if (ofMonths) return fromLocal(utc(2000, 1 + bins(monthsOf(local) - 24_000, size * ofMonths)), timezone);
  const origin = utc(2000, 1, name === 'week' ? 1 + ((weekStart(startOfWeek) + 1) % 7) : 1);
  const result = origin + bins(local.getTime() - origin, size * length);
  return length < day ? new Date(result - (local.getTime() - start.getTime())) : fromLocal(result, timezone);
}

function fromParts(args: Document): Date | null {
  const isIso = 'isoWeekYear' in args;
  if (!isIso && !('year' in args))
    fail(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
  if (someMissing(args)) return null;
  const { timezone, ...numbers } = args;
  const at = (name: string, otherwise: number): number =>
    name in numbers ? wholeOf(numbers[name], 40515) : otherwise;
  const year = at(isIso ? 'isoWeekYear' : 'year', 0);
  if (year < 1 || year > 9999)
    fail(40523, `'year' must evaluate to an integer in the range 1 to 9999, found ${year}`);
  const start = isIso
    ? isoStart(year, at('isoWeek', 1), at('isoDayOfWeek', 1))
    : utc(year, at('month', 1), at('day', 1));
  const time =
    at('hour', 0) * hour + at('minute', 0) * minute + at('second', 0) * second + at('millisecond', 0);
  return fromLocal(start + time, timezone);
}

function toParts({ date, timezone, iso8601 }: Document): Document {
  const local = toLocal(dateOf(date, 16006), timezone);
  const names = iso8601 === true ? ['isoWeekYear', 'isoWeek', 'isoDayOfWeek'] : ['year', 'month', 'day'];
  return Object.fromEntries(
    [...names, 'hour', 'minute', 'second', 'millisecond'].map((name) => {
      const value = parts[name === 'day' ? '$dayOfMonth' : `$${name}`]?.(local);
      return [name, name === 'isoWeekYear' ? toNumber(value) : value];
    }),
  );
}

export const dates: Record<string, Operator> = {
  ...Object.fromEntries(Object.entries(parts).map(([name, read]) => [name, part(read)])),
  $dateToString: onNamed((args) => {
    if (!('date' in args)) fail(18628, "Missing 'date' parameter to $dateToString");
    const { onNull, date, ...others } = args;
    if (isMissing(date)) return 'onNull' in args ? onNull : null;
    if (someMissing(others)) return null;
    const local = toLocal(dateOf(date, 16006), others.timezone);
    const offset = local.getTime() - dateOf(date, 16006).getTime();
    const isUtc = ['undefined', 'UTC', 'GMT'].includes(String(others.timezone));
    return formatDate(
      textOf(others.format ?? `%Y-%m-%dT%H:%M:%S.%L${isUtc ? 'Z' : ''}`, 18533),
      local,
      offset,
    );
  }),
  $dateFromString: (doc, argument, options) =>
    onNamed(({ onNull, onError, dateString, timezone, format }) => {
      if (isMissing(dateString)) return onNull ?? null;
      const isText = typeof dateString === 'string';
      const parsed =
        isText && parseDate(dateString, timezone, isMissing(format) ? undefined : textOf(format, 40684));
      if (parsed) return parsed;
      if (isDocument(argument) && 'onError' in argument) return onError;
      return fail(241, `Error parsing date string '${String(dateString)}'`);
    })(doc, argument, options),
  $dateFromParts: onNamed(fromParts),
  $dateToParts: onNamed((args) => (someMissing(args) ? null : toParts(args))),
  $dateAdd: shift(1),
  $dateSubtract: shift(-1),
  $dateDiff: onNamed((args) => (someMissing(args) ? null : Long.fromNumber(difference(args)))),
  $dateTrunc: onNamed((args) => (someMissing(args) ? null : truncateDate(args))),
  $tsSecond: timestampPart((time) => time.getHighBitsUnsigned()),
  $tsIncrement: timestampPart((time) => time.getLowBitsUnsigned()),
};

function timestampPart(read: (time: Timestamp) => number): Operator {
  return onArguments(([value]) => {
    if (isMissing(value)) return null;
    return value instanceof Timestamp
      ? Long.fromNumber(read(value))
      : fail(5687301, 'the argument must be a timestamp');
  }, 1);
}
