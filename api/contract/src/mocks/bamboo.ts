import { buildLedgerEntry, buildOwnStake, buildStake, fixtureId } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import type { LedgerEntry } from '../wallet.ts';
import { plus } from './amounts.ts';
import type { Answers } from './answers.ts';
import { forMember, found, member, refuse } from './lookup.ts';
import { MockFailure, type MockResolver } from './mock.ts';

type BambooKey =
  | 'POST /api/stake-bamboo'
  | Extract<ClientKey, `${string} /api/${'wallet' | 'stakes'}${string}`>;

let made = 0;
const newId = (kind: string) => fixtureId(`new ${kind}`, (made += 1));

/** What the member has, has put on Pandas, and takes back. */
export function bambooResolvers(answers: Answers): { [Key in BambooKey]: MockResolver<Key> } {
  /** Moves BAMBOO between the wallet and a Panda; less than nothing comes back from it. */
  function move(amount: string, kind: LedgerEntry['kind'], panda: LedgerEntry['panda']): string {
    const user = member(answers);
    const balance = plus(user.bambooBalance, amount, -1);
    user.bambooBalance = balance;
    answers.wallet = { balance, staked: plus(answers.wallet.staked, amount) };
    answers.ledger.unshift(
      buildLedgerEntry({
        id: newId('posting'),
        kind,
        amount: plus('0.00', amount, -1),
        balanceAfter: balance,
        panda,
      }),
    );
    const backed = answers.pandas.find(({ id }) => id === panda?.id);
    if (backed) backed.totalBambooStaked = plus(backed.totalBambooStaked, amount);
    return balance;
  }
  return {
    'GET /api/wallet': forMember(answers, 'wallet'),
    'GET /api/wallet/ledger': forMember(answers, 'ledger'),
    'GET /api/stakes': forMember(answers, 'ownStakes'),
    'POST /api/stake-bamboo': ({ body }) => {
      const user = member(answers);
      const staker = {
        stakerId: user.id,
        stakerName: user.name,
        stakerUsername: user.username,
        stakerImage: user.profileImage,
        stakerPandaId: user.pandaId,
      };
      const panda = found(answers.pandas, body.pandaId);
      const amount = plus('0.00', body.amount);
      const { balance } = answers.wallet;
      if (Number(amount) > Number(balance)) refuse(409, 'insufficient_bamboo', { details: { balance } });
      if (!panda.isMine) answers.canReview.add(panda.id);
      const stake = buildStake({ ...body, ...staker, id: newId('stake'), amount });
      const { id, name, imageUrl } = panda;
      answers.stakes.unshift(stake);
      answers.ownStakes.unshift(
        buildOwnStake({
          id: stake.id,
          panda: { id, name, imageUrl },
          amount,
          unlocksAt: '2099-01-01T00:00:00.000Z',
          isLocked: true,
        }),
      );
      return { stake, balance: move(amount, 'stake', { id, name }), panda };
    },
    'POST /api/stakes/:id/unstake': ({ params, body }) => {
      const stake = found(answers.ownStakes, params.id);
      const { panda } = stake;
      const { unlocksAt, isLocked } = stake;
      if (isLocked) refuse(409, 'stake_locked', { details: { unlocksAt } });
      if (Number(body.amount ?? 0) > Number(stake.amount))
        refuse(409, 'more_than_staked', { details: { amount: stake.amount } });
      const closed = answers.heldStakes.get(stake.id);
      if (closed && !body.confirm) throw new MockFailure(closed.status, closed.code, closed.parts);
      const amount = plus('0.00', body.amount ?? stake.amount);
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
  };
}
