import { toHundredths } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import { newId, type ObjectId } from '../database/ids.ts';
import type { Account, Posting } from '../resources/wallet/ledger.model.ts';
import { type GrantKind, onceKeyOf, poolOf, treasury, walletOf } from '../resources/wallet/ledger.ts';

/** An in-memory ledger for bulk inserts, with the same postings as requests make (D35). */
export function createSeedLedger() {
  const accounts = new Map<string, Account>();
  const postings: Posting[] = [];
  const accountOf = (_id: string): Account => {
    const account = accounts.get(_id) ?? { _id, balance: 0 };
    accounts.set(_id, account);
    return account;
  };
  return {
    accounts,
    postings,
    /** Pays a one-time grant (D37). */
    grant(kind: GrantKind, memberId: ObjectId, createdAt: Date): void {
      const amount = toHundredths(limits.grants[kind]);
      const wallet = accountOf(walletOf(memberId));
      wallet.balance += amount;
      postings.push({
        _id: newId(),
        kind,
        memberId,
        legs: [
          { account: treasury, amount: -amount, balanceAfter: null },
          { account: wallet._id, amount, balanceAfter: wallet.balance },
        ],
        onceKey: onceKeyOf(kind, memberId),
        createdAt,
      });
    },
    /** @throws when the wallet does not hold enough */
    stake(stake: {
      _id: ObjectId;
      stakerId: ObjectId;
      pandaId: ObjectId;
      amount: number;
      createdAt: Date;
    }): void {
      const { _id, stakerId, pandaId, amount, createdAt } = stake;
      const [wallet, pool] = [accountOf(walletOf(stakerId)), accountOf(poolOf(pandaId))];
      if (wallet.balance < amount)
        throw new Error(`The demo community stakes BAMBOO it does not have: ${String(_id)}`);
      wallet.balance -= amount;
      wallet.staked = (wallet.staked ?? 0) + amount;
      pool.balance += amount;
      postings.push({
        _id: newId(),
        kind: 'stake',
        memberId: stakerId,
        legs: [
          { account: wallet._id, amount: -amount, balanceAfter: wallet.balance },
          { account: pool._id, amount, balanceAfter: pool.balance },
        ],
        stakeId: _id,
        createdAt,
      });
    },
  };
}
