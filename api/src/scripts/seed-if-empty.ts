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
 * Seeds a database without members with the demo community. Builds all documents in memory and inserts them in bulk, in one transaction.
 * Returns null when there are members.
 */
export async function seedIfEmpty({ config, db, clock, passwords }: Services): Promise<SeedReport | null> {
  if (await db.models.User.exists({})) return null;
  const makeCommunity = config.seedDemo === 'long' ? longCommunity : demoCommunity;
  const community = makeCommunity({ now: clock.now() });
  // One shared hash: the demo password is no secret.
  const documents = seedDocuments(community, await passwords.hash(community.demo.password));
  const { members, pandas, connections, introductions, stakes, content, circles } = community;
  return db.transaction(async () => {
    if (await db.models.User.exists({})) return null;
    for (const [name, docs] of Object.entries(documents)) {
      // Safe: the documents are keyed by model name. They are already complete, so `lean` skips mongoose's casting, which would take
      // most of the time.
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
