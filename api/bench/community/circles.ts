import { circleCount, circlesOf, idOf, type Size, stakeAmount, timeOf } from './shape.ts';
import { circleTexts } from './texts.ts';

export function* circles(size: Size): Generator<object> {
  const count = circleCount(size);
  const sizes = new Map<number, number>();
  for (let n = 0; n < size.members; n += 1) {
    for (const circle of circlesOf(n, count)) sizes.set(circle, (sizes.get(circle) ?? 0) + 1);
  }
  for (let n = 0; n < count; n += 1) {
    const { name, description } = circleTexts(n);
    const isGated = n % 5 > 2;
    yield {
      _id: idOf('circle', n),
      name,
      description,
      circleType: isGated ? 'stake_gated' : n % 5 === 2 ? 'invite' : 'open',
      ownerId: idOf('member', n),
      memberCount: sizes.get(n) ?? 0,
      gatePandaId: n % 5 === 4 ? idOf('panda', n) : null,
      gateMinAmount: isGated ? 10 * stakeAmount : null,
      createdAt: timeOf(n),
    };
  }
}

export function* memberships(size: Size): Generator<object> {
  const count = circleCount(size);
  let id = 0;
  for (let n = 0; n < size.members; n += 1) {
    for (const circle of circlesOf(n, count)) {
      yield {
        _id: idOf('other', id++),
        circleId: idOf('circle', circle),
        userId: idOf('member', n),
        role: circle === n ? 'owner' : 'member',
        createdAt: timeOf(n),
      };
    }
  }
}
