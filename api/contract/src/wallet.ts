import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Bamboo } from './fields.ts';

export const Wallet = z.object({ balance: Bamboo, staked: Bamboo });

export const walletEndpoints = {
  'GET /api/wallet': endpoint({ response: Wallet }),
};

export type Wallet = z.output<typeof Wallet>;
