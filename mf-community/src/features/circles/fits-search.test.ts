import type { Circle } from '@frens/contract';
import { describe, expect, it } from 'vitest';
import { fitsSearch } from './fits-search.ts';

const circle = (name: string, description: string): Circle => ({
  id: name,
  name,
  description,
  circleType: 'open',
  isPandaGated: false,
  memberCount: 1,
  ownerId: 'owner',
  gatePandaId: null,
  gatePanda: null,
  gateMinAmount: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  membership: 'none',
  wayIn: { kind: 'join' },
});

const circles = [
  circle('Sunday Soup', 'We cook for the street.'),
  circle('Trail Frens', 'Hikes with a soup stop.'),
  circle('Ñandú Book Club', 'Novels, aloud. 100% (no homework).'),
];

describe('fitsSearch', () => {
  it.each([
    ['', ['Sunday Soup', 'Trail Frens', 'Ñandú Book Club']],
    ['   ', ['Sunday Soup', 'Trail Frens', 'Ñandú Book Club']],
    ['soup', ['Sunday Soup', 'Trail Frens']],
    ['SOUP', ['Sunday Soup', 'Trail Frens']],
    [' trail ', ['Trail Frens']],
    ['ñandú', ['Ñandú Book Club']],
    ['100% (', ['Ñandú Book Club']],
    ['.*', []],
    ['opera', []],
  ])('finds by name or description: %j', (search, names) => {
    expect(circles.filter((one) => fitsSearch(one, { q: search })).map(({ name }) => name)).toEqual(names);
  });
});
