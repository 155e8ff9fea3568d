import { buildLedgerEntry, buildOwnStake, buildStake } from '../fixtures/index.ts';
import type { LedgerEntry } from '../wallet.ts';
import type { Answers } from './answers.ts';
import { circlesBehindStake, leaveCircle } from './circles.ts';
import { findById, newId, plus, refuse, requireMember } from './lookup.ts';
import { type Resolvers } from './mock.ts';

/** The wallet, stakes and withdrawals. */
export function bambooResolvers(answers: Answers) {
  /** Moves BAMBOO from the wallet to a Panda; a negative amount moves back. */
  function move(amount: string, kind: LedgerEntry['kind'], panda: LedgerEntry['panda']): string {
    const user = requireMember(answers);
    const balance = plus(user.bambooBalance, amount, -1);
    user.bambooBalance = balance;
    answers.wallet = { balance, staked: plus(answers.wallet.staked, amount) };
    const moved = { kind, panda, amount: plus('0.00', amount, -1), balanceAfter: balance };
    answers.ledger.unshift(buildLedgerEntry({ id: newId('posting'), ...moved }));
    const backed = answers.pandas.find(({ id }) => id === panda?.id);
    if (backed) backed.totalBambooStaked = plus(backed.totalBambooStaked, amount);
    return balance;
  }
  return {
    'GET /api/wallet': () => answers.wallet,
    'GET /api/wallet/ledger': () => answers.ledger,
    'GET /api/stakes': () => answers.ownStakes,
    'POST /api/stake-bamboo': ({ body }) => {
      const user = requireMember(answers);
      const staker = {
        stakerId: user.id,
        stakerName: user.name,
        stakerUsername: user.username,
        stakerImage: user.profileImage,
        stakerPandaId: user.pandaId,
        stakerPandaImage: user.pandaImage,
      };
      const panda = findById(answers.pandas, body.pandaId);
      const amount = plus('0.00', body.amount);
      const { balance } = answers.wallet;
      if (Number(amount) > Number(balance)) refuse(409, 'insufficient_bamboo', { details: { balance } });
      if (!panda.isMine) answers.canReview.add(panda.id);
      const stake = buildStake({ ...body, ...staker, id: newId('stake'), amount });
      const { id, name, imageUrl } = panda;
      answers.stakes.unshift(stake);
      const lock = { isLocked: true, unlocksAt: '2099-01-01T00:00:00.000Z' };
      const own = { id: stake.id, panda: { id, name, imageUrl }, amount, ...lock };
      answers.ownStakes.unshift(buildOwnStake(own));
      return { stake, balance: move(amount, 'stake', { id, name }), panda };
    },
    'POST /api/stakes/:id/unstake': ({ params, body }) => {
      const stake = findById(answers.ownStakes, params.id);
      const { panda } = stake;
      const { unlocksAt, isLocked } = stake;
      if (isLocked) refuse(409, 'stake_locked', { details: { unlocksAt } });
      if (Number(body.amount ?? 0) > Number(stake.amount))
        refuse(409, 'more_than_staked', { details: { amount: stake.amount } });
      const closed = answers.heldStakes.get(stake.id);
      if (closed && !body.confirm) refuse(closed.status, closed.code, closed.parts);
      const amount = plus('0.00', body.amount ?? stake.amount);
      const circles = circlesBehindStake(answers, stake, amount);
      if (circles.length > 0 && !body.confirm)
        refuse(409, 'circles_affected', {
          details: { circles: circles.map(({ id, name }) => ({ id, name })) },
        });
      for (const circle of circles) leaveCircle(circle);
      const left = plus(stake.amount, amount, -1);
      const isGone = Number(left) <= 0;
      if (isGone) answers.ownStakes = answers.ownStakes.filter((one) => one !== stake);
      else stake.amount = left;
      move(plus('0.00', amount, -1), 'unstake', panda && { id: panda.id, name: panda.name });
      return {
        ...answers.wallet,
        stake: isGone ? null : stake,
        panda: answers.pandas.find(({ id }) => id === panda?.id) ?? null,
      };
    },
  } satisfies Partial<Resolvers>;
}
