import { buildStake } from '@frens/contract/fixtures';
import { expect, it } from 'vitest';
import { backersOf } from './backers.ts';

const ana = { stakerId: 'm-1', stakerName: 'Ana' };
const hidden = { stakerName: null, stakerUsername: null, stakerImage: null };

it('lists a backer once, by their newest stake, with the sum of all', () => {
  const stakes = [
    buildStake({ id: '1', ...ana, amount: '0.10' }),
    buildStake({ id: '2', stakerId: 'm-2', stakerName: 'Ben', amount: '3.00' }),
    buildStake({ id: '3', ...ana, amount: '0.20' }),
  ];
  expect(backersOf(stakes).map(({ name, amount }) => [name, amount])).toEqual([
    ['Ana', '0.30'],
    ['Ben', '3.00'],
  ]);
});

it('lists an anonymous backer once, by their six letters', () => {
  const stakes = [
    buildStake({ id: '1', ...hidden, stakerId: 'qvbtme', amount: '1.00' }),
    buildStake({ id: '2', ...hidden, stakerId: 'zalkpo', amount: '4.00' }),
    buildStake({ id: '3', ...hidden, stakerId: 'qvbtme', amount: '2.00' }),
  ];
  expect(backersOf(stakes).map(({ amount }) => amount)).toEqual(['3.00', '4.00']);
});
