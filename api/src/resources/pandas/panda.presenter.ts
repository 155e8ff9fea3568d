import type { Language, Panda as PandaAnswer } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import { messagesIn } from '@frens/contract/messages';
import { personalityOf } from '@frens/contract/panda-texts';
import { isFullyVisible, isPrivate } from '@frens/contract/visibility';
import { batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { seeMembers } from '../visibility/visibility.ts';
import type { Panda } from './panda.model.ts';
import { pandaNameIn } from './panda-name.policy.ts';
import { pictureAddressOf } from './panda-picture.policy.ts';
import { withoutConnectionScore } from './panda-score.policy.ts';
import { renamableFrom } from './rename-panda.ts';

export interface Viewing {
  viewer: User | null;
  language: Language;
}

/** The view of a signed-in member. */
export type MemberViewing = Viewing & { viewer: User };

/** Reads the owners of Pandas: their documents, and the full view of those whom the viewer sees in full. */
export async function readOwners(services: Services, viewer: User | null, ownerIds: readonly ObjectId[]) {
  return Promise.all([
    viewer ? batchLoad(services.db.models.User, '_id', ownerIds) : [],
    seeMembers(services, viewer, ownerIds, { isWanted: isFullyVisible }),
  ]);
}

/**
 * Presents Pandas to one viewer, with the owner only if the viewer sees that member in full (D16).
 *
 * @param loadedOwners the result of `readOwners`, if the caller has read it already
 */
export async function presentPandas(
  services: Services,
  { viewer, language }: Viewing,
  pandas: readonly Panda[],
  loadedOwners?: Awaited<ReturnType<typeof readOwners>>,
): Promise<PandaAnswer[]> {
  const ownerIds = pandas.map((panda) => panda.ownerId);
  const [owners, visibleOwners] = loadedOwners ?? (await readOwners(services, viewer, ownerIds));
  const privates = new Set(owners.filter(({ privacy }) => isPrivate(privacy)).map(({ _id }) => String(_id)));
  return pandas.map((found) => {
    const isMine = viewer?._id.equals(found.ownerId) ?? false;
    const isOfPrivate = !isMine && privates.has(String(found.ownerId));
    const panda = isOfPrivate ? withoutConnectionScore(found) : found;
    const owner = visibleOwners.get(String(panda.ownerId))?.user;
    const { warmth, service, creativity, wisdom, adventure } = panda.traits;
    const { quiz, staked, backers, connections, matches } = panda.quotientParts;
    return {
      id: String(panda._id),
      name: pandaNameIn(panda, language),
      imageUrl: pictureAddressOf(panda),
      traits: { warmth, service, creativity, wisdom, adventure },
      totalBambooStaked: toBamboo(panda.totalStaked),
      frenQuotient: panda.quotient,
      frenQuotientParts: {
        quiz,
        staked,
        backers,
        connections: isOfPrivate ? null : connections,
        matches: isOfPrivate ? null : matches,
      },
      uniqueBackers: panda.uniqueBackers,
      aiPersonality: personalityOf(panda, messagesIn(language)),
      owner: owner
        ? { id: owner.id, username: owner.username, name: owner.name, profileImage: owner.profileImage }
        : null,
      isMine,
      renamableFrom: (isMine && renamableFrom(panda, services.clock.now())?.toISOString()) || null,
      createdAt: panda.createdAt.toISOString(),
    };
  });
}
