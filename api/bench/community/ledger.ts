import { toHundredths } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import { poolOf, treasury, walletOf } from '../../src/resources/wallet/ledger.ts';
import { backedBy, idOf, type Size, stakeAmount, timeOf } from './shape.ts';

export function* accounts(size: Size): Generator<object> {
  const pools = new Map<number, number>();
  for (let n = 0; n < size.members; n += 1) {
    const backed = backedBy(n, size);
    for (const panda of backed) pools.set(panda, (pools.get(panda) ?? 0) + stakeAmount);
    const balance = toHundredths(limits.grants.welcome) - backed.length * stakeAmount;
    const staked = backed.length * stakeAmount;
    yield { _id: walletOf(idOf('member', n)), balance, isConfirmed: true, staked };
  }
  for (const [panda, balance] of pools) yield { _id: poolOf(idOf('panda', panda)), balance };
}

export function* postings(size: Size): Generator<object> {
  const welcome = toHundredths(limits.grants.welcome);
  let id = 0;
  for (let n = 0; n < size.members; n += 1) {
    const memberId = idOf('member', n);
    yield {
      _id: idOf('other', id++),
      kind: 'welcome',
      memberId,
      legs: [
        { account: treasury, amount: -welcome, balanceAfter: null },
        { account: walletOf(memberId), amount: welcome, balanceAfter: welcome },
      ],
      onceKey: `welcome:${String(memberId)}`,
      createdAt: timeOf(n),
    };
    for (const [turn, panda] of backedBy(n, size).entries()) {
      yield {
        _id: idOf('other', id++),
        kind: 'stake',
        memberId,
        legs: [
          {
            account: walletOf(memberId),
            amount: -stakeAmount,
            balanceAfter: welcome - (turn + 1) * stakeAmount,
          },
          { account: poolOf(idOf('panda', panda)), amount: stakeAmount, balanceAfter: null },
        ],
        createdAt: timeOf(n),
      };
    }
  }
}
