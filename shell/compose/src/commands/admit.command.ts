import { admitFrom } from '../admit-from.ts';
import type { Command } from '../command.ts';
import { receiptText } from '../receipt.ts';

export const admitCommand: Command = {
  summary: 'publishes a version that lies on another origin, and leaves it there',
  words: 'ADDRESS',
  count: [1, 1],
  about: `ADDRESS is its folder, as in https://cdn.example/remotes/mf-quiz/0.1.0-3fa2c1d8e0/, with what compose publish has put into a store. The origin must be
one of REMOTE_ORIGINS of the site, and let its pages read the files (CORS). Every file is read and held against its hash, and the version must
pass the same gate as one that is built here. Members see nothing of it. Ends with a receipt.`,
  async run({ words: [address = ''] }, { store, environment, say }) {
    const receipt = await admitFrom(store, { address, environment, say });
    return { text: receiptText(receipt), json: { receipts: [receipt] } };
  },
};
