import { z } from 'zod';
import { ledgerKinds } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { Bamboo, Id, PageQuery, Time } from './fields.ts';

export const Wallet = z.object({ balance: Bamboo, staked: Bamboo });

/** One movement of the caller's BAMBOO. */
export const LedgerEntry = z.object({
  id: Id,
  kind: z.enum(ledgerKinds),
  /** Negative if it left the wallet. */
  amount: Bamboo,
  balanceAfter: Bamboo,
  /** For stakes, the Panda; null if it no longer exists. */
  panda: z.object({ id: Id, name: z.string() }).nullable(),
  createdAt: Time,
});

export const walletEndpoints = {
  'GET /api/wallet': endpoint({ response: Wallet }),
  'GET /api/wallet/ledger': endpoint({ query: PageQuery, response: z.array(LedgerEntry), paged: true }),
};

export type Wallet = z.output<typeof Wallet>;
export type LedgerEntry = z.output<typeof LedgerEntry>;
