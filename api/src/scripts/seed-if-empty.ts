import { type Community, demoCommunity, longCommunity } from '@frens/contract/fixtures';
import type { ModelOf } from '../database/any-model.ts';
import type { Models } from '../resources/models.ts';
import type { Services } from '../services.ts';
import { seedDocuments } from './seed-documents.ts';

export interface SeedReport {
  demo: Community['demo'];
  counts: Record<
    'members' | 'pandas' | 'connections' | 'introductions' | 'stakes' | 'content' | 'circles',
    number
  >;
}

/**
 * Fills a database that holds no members with the demo community. Its documents, ledger and totals are made in memory
 * and stored many at a time, in one transaction: it is all there or nothing. Returns null when there are members already.
 */
export async function seedIfEmpty({ config, db, clock, passwords }: Services): Promise<SeedReport | null> {
  if (await db.models.User.exists({})) return null;
  const makeCommunity = config.seedDemo === 'long' ? longCommunity : demoCommunity;
  const community = makeCommunity({ now: clock.now() });
  // One hash for all invented members: their password is no secret.
  const documents = seedDocuments(community, await passwords.hash(community.demo.password));
  const { members, pandas, connections, introductions, stakes, content, circles } = community;
  return db.transaction(async () => {
    if (await db.models.User.exists({})) return null;
    for (const [name, docs] of Object.entries(documents)) {
      // True because documents are made under the names of their models. Whole as they are, by their types, they need no
      // more of mongoose, which takes most of the time otherwise.
      await (db.models[name as keyof Models] as ModelOf<unknown>).insertMany(docs, { lean: true });
    }
    return {
      demo: community.demo,
      counts: {
        members: members.length,
        pandas: pandas.length,
        connections: connections.length,
        introductions: introductions.length,
        stakes: stakes.length,
        content: content.length,
        circles: circles.length,
      },
    };
  });
}
