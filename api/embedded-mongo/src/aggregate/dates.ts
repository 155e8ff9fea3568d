import { Long, ObjectId, Timestamp } from 'bson';
import { DateTime, type DateTimeUnit, FixedOffsetZone, IANAZone, Settings, type Zone } from 'luxon';
import { check, checkFields } from '../input.ts';
import { type Document, isDocument, toNumber, typeName } from '../values/types.ts';
import { isMissing, type Operator, onNamed, textOf, unlessNull, wholeOf } from './operator.ts';

// luxon provides time zones, calendars and formats; a `DateTime` includes its zone.

Settings.defaultLocale = 'en-US';

function zoneOf(zone: unknown): Zone {
  if (isMissing(zone)) return FixedOffsetZone.utcInstance;
  const name = textOf(zone, 40517);
  const [, sign, hours, minutes = 0] = /^([+-])(\d\d)(?::?([0-5]\d))?$/.exec(name) ?? [];
  if (sign) return FixedOffsetZone.instance(Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)));
  check(IANAZone.isValidZone(name), 40485, () => `unrecognized time zone identifier: "${name}"`);
  return IANAZone.create(name);
}

/** Extracts the date of a value that contains one; undefined for any other. */
export function dateFrom(value: unknown): Date | undefined {
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
  return value instanceof Date ? value : undefined;
}

function localOf(value: unknown, code: number, zone?: unknown): DateTime {
  const date = dateFrom(value);
  check(date, code, () => `can't convert from BSON type ${typeName(value)} to Date`);
  return DateTime.fromJSDate(date, { zone: zoneOf(zone) });
}

function toDate(local: DateTime): Date {
  check(local.isValid, 5166406, 'the date is out of range');
  return local.toJSDate();
}

const plainParts = { $year: 'year', $month: 'month', $dayOfMonth: 'day', $dayOfYear: 'ordinal' } as const;
const clockParts = {
  $hour: 'hour',
  $minute: 'minute',
  $second: 'second',
  $millisecond: 'millisecond',
} as const;
const isoParts = { $isoDayOfWeek: 'weekday', $isoWeek: 'weekNumber' } as const;
const namedParts = Object.entries({ ...plainParts, ...clockParts, ...isoParts });
const parts: Record<string, (local: DateTime) => unknown> = {
  ...Object.fromEntries(namedParts.map(([name, field]) => [name, (local: DateTime) => local[field]])),
  $dayOfWeek: (local) => (local.weekday % 7) + 1,
  $week: (local) => Math.floor((local.ordinal + 6 - (local.weekday % 7)) / 7),
  $isoWeekYear: (local) => Long.fromNumber(local.weekYear),
};

const someMissing = (args: Document): boolean => Object.values(args).some(isMissing);
const unlessMissing = (run: (args: Document) => unknown): Operator =>
  onNamed((args) => (someMissing(args) ? null : run(args)));

/** A date part; its argument is a date, or an object with a date and a zone. */
function part(read: (local: DateTime) => unknown): Operator {
  const ofNamed = unlessMissing(({ date, timezone }) => read(localOf(date, 16006, timezone)));
  const ofValue = unlessNull(([value]) => read(localOf(value, 16006)), 1);
  return (doc, argument, options) => {
    if (!isDocument(argument) || !('date' in argument)) return ofValue(doc, argument, options);
    checkFields(argument, ['date', 'timezone'], 'date', 40535);
    return ofNamed(doc, argument, options);
  };
}

/** luxon's tokens for the letters of a format. Parsing accepts numbers with fewer digits. */
const written = { Y: 'yyyy', G: 'kkkk', m: 'MM', d: 'dd', H: 'HH', M: 'mm', S: 'ss', j: 'ooo', V: 'WW' };
const alike = { L: 'SSS', u: 'E', b: 'MMM', B: 'MMMM', z: 'ZZZ', '%': "'%'" };
const toWrite: Record<string, string> = { ...written, ...alike };
const toRead: Record<string, string> = { ...toWrite, m: 'M', d: 'd', H: 'H', M: 'm', S: 's', j: 'o', V: 'W' };
const refusedLetters = ['w', 'U', 'Z'];

/** Translates a format to luxon's tokens and quotes the text between them. */
const luxonFormat = (format: string, tokens: Record<string, string>): string =>
  format.replace(/%(.?)|([^%]+)/gs, (_match, letter: string | undefined, text?: string) => {
    check(!text?.includes("'"), 238, 'formats of dates do not support apostrophes');
    if (letter === undefined) return `'${text}'`;
    check(!refusedLetters.includes(letter), 238, () => `formats of dates do not support %${letter}`);
    const token = tokens[letter];
    check(token, 18536, () => `Invalid format character '%${letter}' in format string`);
    return token;
  });

/** Parses a date in ISO 8601 or in a format; undefined when invalid. */
export function parseDate(text: string, timezone?: unknown, format?: string): Date | undefined {
  const zone = zoneOf(timezone);
  const hasZone = format === undefined ? /\d[T ].*(Z|[+-]\d\d:?\d*)$/i.test(text) : format.includes('%z');
  const isWhole = format === undefined ? /^\d{4}-\d\d-\d\d(?!\d)/.test(text) : /%[YG]/.test(format);
  if (!isWhole || (hasZone && timezone !== undefined)) return undefined;
  const wanted = format === undefined ? '' : luxonFormat(format, toRead);
  try {
    const iso = text.trim().replace(/^(\S+) +(\d\S*) ?/, '$1T$2');
    const local = wanted ? DateTime.fromFormat(text, wanted, { zone }) : DateTime.fromISO(iso, { zone });
    return local.isValid ? local.toJSDate() : undefined;
  } catch {
    return undefined; // contradicting parts, such as a month and an ISO week
  }
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const units = /^(year|quarter|month|week|day|hour|minute|second|millisecond)$/;
function unitOf(unit: unknown): DateTimeUnit {
  check(units.test(String(unit)), 9, () => `unknown time unit value: ${String(unit)}`);
  return unit as DateTimeUnit; // safe: the pattern allows only units
}

/** Days to shift a week so that it begins on Monday. */
function daysToMonday(unit: DateTimeUnit, startOfWeek: unknown = 'sunday'): number {
  const name = textOf(startOfWeek, 5439015).toLowerCase();
  const place = weekdays.findIndex((day) => day === name || day.slice(0, 3) === name);
  check(place >= 0, 9, () => `unknown day of week value: ${name}`);
  return unit === 'week' ? (7 - place) % 7 : 0;
}

const shift = (sign: number): Operator =>
  unlessMissing(({ startDate, unit, amount, timezone }) => {
    const duration = { [unitOf(unit)]: wholeOf(amount, 5166405) * sign };
    return toDate(localOf(startDate, 5166403, timezone).plus(duration));
  });

/** The number of unit boundaries between two dates. */
function difference({ startDate, endDate, unit: name, timezone, startOfWeek }: Document): Long {
  const unit = unitOf(name);
  const days = daysToMonday(unit, startOfWeek);
  const [start, end] = [startDate, endDate].map((date) =>
    localOf(date, 5166307, timezone).plus({ days }).startOf(unit),
  );
  return Long.fromNumber(start && end ? Math.round(end.diff(start, unit).as(unit)) : 0);
}

function truncateDate({ date, unit: name, binSize = 1, timezone, startOfWeek }: Document): Date {
  const unit = unitOf(name);
  check(toNumber(binSize) === 1, 238, "$dateTrunc supports no 'binSize' but 1");
  const days = daysToMonday(unit, startOfWeek);
  return toDate(localOf(date, 5439012, timezone).plus({ days }).startOf(unit).minus({ days }));
}

/** Parts may exceed their ranges, so they are added to the start of the year. */
function fromParts({ timezone, ...args }: Document): Date {
  check(!('isoWeekYear' in args), 238, "$dateFromParts does not support 'isoWeekYear'");
  const at = (name: string, otherwise = 0): number => (name in args ? wholeOf(args[name], 40515) : otherwise);
  const year = at('year');
  check(year >= 1 && year <= 9999, 40523, () => `'year' must be in the range 1 to 9999, found ${year}`);
  const days = { months: at('month', 1) - 1, days: at('day', 1) - 1 };
  const [hours, minutes, seconds] = [at('hour'), at('minute'), at('second')];
  const time = { hours, minutes, seconds, milliseconds: at('millisecond') };
  const local = DateTime.utc(year).plus(days).plus(time);
  return toDate(local.setZone(zoneOf(timezone), { keepLocalTime: true }));
}

const isUtc = (timezone: unknown): boolean => ['undefined', 'UTC', 'GMT'].includes(String(timezone));

/** Date operators. */
export const dates: Record<string, Operator> = {
  ...Object.fromEntries(Object.entries(parts).map(([name, read]) => [name, part(read)])),
  $dateToString: onNamed(({ date, onNull, ...others }) => {
    if (isMissing(date)) return onNull ?? null;
    if (someMissing(others)) return null;
    const { timezone, format = `%Y-%m-%dT%H:%M:%S.%L${isUtc(timezone) ? 'Z' : ''}` } = others;
    return localOf(date, 16006, timezone).toFormat(luxonFormat(textOf(format, 18533), toWrite));
  }),
  $dateFromString: onNamed(({ onNull, dateString, timezone, format, ...others }) => {
    if (isMissing(dateString)) return onNull ?? null;
    if (timezone === null || format === null) return null;
    const wanted = format === undefined ? undefined : textOf(format, 40684);
    const parsed = typeof dateString === 'string' ? parseDate(dateString, timezone, wanted) : undefined;
    const isRight = parsed || 'onError' in others;
    check(isRight, 241, () => `Error parsing date string '${String(dateString)}'`);
    return parsed ?? others.onError;
  }),
  $dateFromParts: unlessMissing(fromParts),
  $dateAdd: shift(1),
  $dateSubtract: shift(-1),
  $dateDiff: unlessMissing(difference),
  $dateTrunc: unlessMissing(truncateDate),
};
