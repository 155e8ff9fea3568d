import { quotientFor } from '../../src/resources/quotient/change-totals.ts';
import { backedBy, friendsOf, idOf, pandaCount, type Size, stakeAmount, timeOf } from './shape.ts';
import { pandaNames } from './texts.ts';

export function* pandas(size: Size): Generator<object> {
  const backers = new Map<number, number>();
  const others = new Map<number, number>();
  for (let n = 0; n < size.members; n += 1) {
    for (const panda of backedBy(n, size)) {
      backers.set(panda, (backers.get(panda) ?? 0) + 1);
      if (panda * 2 !== n) others.set(panda, (others.get(panda) ?? 0) + 1);
    }
  }
  for (let n = 0; n < pandaCount(size); n += 1) {
    const counting = others.get(n) ?? 0;
    const counted = {
      staked: counting * stakeAmount,
      backers: counting,
      connections: friendsOf(2 * n, size),
      matches: 0,
    };
    yield {
      _id: idOf('panda', n),
      ownerId: idOf('member', 2 * n),
      name: pandaNames[n % pandaNames.length],
      topTrait: 'warmth',
      traits: { warmth: 80, service: 40, creativity: 30, wisdom: 20, adventure: 10 },
      place: 'nature',
      rhythm: 'dawn',
      essence: 'love',
      totalStaked: (backers.get(n) ?? 0) * stakeAmount,
      uniqueBackers: backers.get(n) ?? 0,
      counted,
      ...quotientFor(counted),
      createdAt: timeOf(2 * n),
    };
  }
}

export function* eachStake(size: Size): Generator<{ staker: number; panda: number; id: number }> {
  let id = 0;
  for (let staker = 0; staker < size.members; staker += 1) {
    for (const panda of backedBy(staker, size)) yield { staker, panda, id: id++ };
  }
}

export function* stakes(size: Size): Generator<object> {
  for (const { staker, panda, id } of eachStake(size)) {
    yield {
      _id: idOf('other', id),
      pandaId: idOf('panda', panda),
      stakerId: idOf('member', staker),
      amount: stakeAmount,
      createdAt: timeOf(staker),
    };
  }
}

export function* backings(size: Size): Generator<object> {
  for (const { staker, panda, id } of eachStake(size)) {
    yield {
      _id: idOf('other', id),
      pandaId: idOf('panda', panda),
      backerId: idOf('member', staker),
      amount: stakeAmount,
      ...(panda * 2 === staker
        ? { standing: 'owner' }
        : { standing: 'confirmed', confirmedAt: timeOf(staker) }),
    };
  }
}
