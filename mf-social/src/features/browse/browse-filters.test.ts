import type { AgeBand } from '@frens/contract';
import { describe, expect, it } from 'vitest';
import {
  type BrowseFilters,
  filterQuery,
  isFiltering,
  matchesFilters,
  noFilters,
  readFilters,
  writeFilters,
} from './browse-filters.ts';

const ana = { name: 'Ana Núñez', occupation: 'Gardener', gender: 'female', age: 25 } as const;

describe('matchesFilters (D1)', () => {
  it.each([
    ['part of the name in another case', { q: 'ANA' }, true],
    ['part of the occupation', { q: 'garden' }, true],
    ['letters beyond ASCII in another case', { q: 'NÚÑ' }, true],
    ['letters typed as base and accent', { q: 'nu\u0301n\u0303ez' }, true],
    ['spaces around the text', { q: '  ana ' }, true],
    ['text found nowhere', { q: 'baker' }, false],
    ['characters that mean something in patterns', { q: '.*' }, false],
    ['the same gender', { gender: 'female' }, true],
    ['another gender', { gender: 'non-binary' }, false],
    ['text and gender that both fit', { q: 'ana', gender: 'female' }, true],
    ['text that fits with a gender that does not', { q: 'ana', gender: 'male' }, false],
  ] satisfies [string, Partial<BrowseFilters>, boolean][])('%s → %s: %s', (_title, filters, expected) => {
    expect(matchesFilters(ana, { ...noFilters, ...filters })).toBe(expected);
  });

  it.each([
    [18, '18-25'],
    [25, '18-25'],
    [26, '26-35'],
    [35, '26-35'],
    [36, '36-45'],
    [45, '36-45'],
    [46, '46+'],
    [100, '46+'],
  ] satisfies [number, AgeBand][])('age %d belongs to %s alone', (age, expected) => {
    const bands = ['18-25', '26-35', '36-45', '46+'] as const;
    const fitting = bands.filter((ageBand) => matchesFilters({ ...ana, age }, { ...noFilters, ageBand }));
    expect(fitting).toEqual([expected]);
  });

  it('excludes a hidden age from every band, and includes everybody without a band (D16)', () => {
    expect(matchesFilters({ ...ana, age: null }, { ...noFilters, ageBand: '18-25' })).toBe(false);
    expect(matchesFilters({ ...ana, age: null }, noFilters)).toBe(true);
  });
});

describe('filters in the URL', () => {
  it('round-trip and leave other parameters alone', () => {
    const filters: BrowseFilters = { q: 'tea & cake', gender: 'non-binary', ageBand: '46+', sort: 'for-you' };
    const search = writeFilters(new URLSearchParams('scenario=typical'), filters);
    expect(search.get('scenario')).toBe('typical');
    expect(readFilters(new URLSearchParams(search.toString()))).toEqual(filters);
  });

  it('disappear when cleared', () => {
    expect(writeFilters(new URLSearchParams('q=a&gender=male&age=46%2B'), noFilters).toString()).toBe('');
  });

  it('ignore unknown values', () => {
    expect(readFilters(new URLSearchParams('gender=robot&age=7'))).toEqual(noFilters);
  });
});

it('does not count blank text as a filter', () => {
  expect(isFiltering({ ...noFilters, q: '  ' })).toBe(false);
  expect(filterQuery({ ...noFilters, q: '  ' })).toEqual({
    q: undefined,
    gender: undefined,
    ageBand: undefined,
  });
});
