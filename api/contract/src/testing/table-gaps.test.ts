import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { judge } from './differences.ts';
import type { Row } from './row.ts';
import { tableGaps } from './table-gaps.ts';

const calls: Record<string, Endpoint> = {
  'GET /api/moons': {
    access: 'public',
    query: z.object({ q: z.string().optional(), cursor: z.string().optional() }),
    paged: true,
  },
  'POST /api/moons': { access: 'public', ignoresBody: true, status: 201, refuses: ['409 conflict'] },
};
const list = { call: 'GET /api/moons', when: 'a page' } as const;
const make = { call: 'POST /api/moons', when: 'one' } as const;
const rows: Row[] = [
  { ...list, is: 204, query: 'q=io', shows: [() => 1, 1] },
  { ...list, is: 204, isNext: true },
  { ...list, is: '400 invalid' },
  { ...make, is: '403 cross_site_request' },
  { ...make, is: 201 },
  { ...make, is: '409 conflict' },
];

const undeclared: Row = { ...make, is: '409 too_many_circles' };

it('finds nothing where all is there', () => {
  expect(tableGaps(calls, rows)).toEqual([]);
});

it.each([
  ['a refusal', rows.filter(({ is }) => is !== '400 invalid'), 'GET /api/moons lacks 400 invalid'],
  ['a success', rows.filter(({ is }) => is !== 201), 'POST /api/moons lacks 201'],
  ['a repeat', rows.filter(({ is }) => is !== '409 conflict'), 'POST /api/moons lacks a repeat'],
  ['a filter', rows.map((row) => ({ ...row, query: '' })), 'GET /api/moons lacks ?q='],
  [
    'a filter that is looked at',
    rows.map((row) => ({ ...row, shows: undefined })),
    'GET /api/moons lacks ?q=',
  ],
  ['a next page', rows.map((row) => ({ ...row, isNext: undefined })), 'GET /api/moons lacks a next page'],
  ['a declaration', [...rows, undeclared], 'POST /api/moons lacks to declare 409 too_many_circles'],
])('misses %s', (_what, table, told) => {
  expect(tableGaps(calls, table)).toContain(told);
});

it('judges what differs by the list, and what of the list does not', () => {
  const [known, gone] = ['GET /api/moons a page', 'POST /api/moons one'].map((row) => ({
    server: 'mocks' as const,
    row,
    reason: 'there is none',
  }));
  const found = [
    { row: 'GET /api/moons a page', is: 1, expected: 2 },
    { row: 'GET /api/suns a page', is: 1, expected: 2 },
  ];
  const accepted = [known, gone].flatMap((one) => one ?? []);
  expect(judge('mocks', found, accepted)).toEqual({ unexpected: [found[1]], stale: [gone] });
  expect(judge('api', found, accepted)).toEqual({ unexpected: found, stale: [] });
});
