import type { Language, OwnStake, Stake } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { shownPandas } from '../pandas/find-content.ts';
import { pandaNameIn } from '../pandas/panda-name.policy.ts';
import { pictureAddressOf } from '../pandas/panda-picture.policy.ts';
import { namedBackersByIds } from '../visibility/visibility.ts';
import { createBackerAlias } from './backer-alias.ts';
import { isLocked, type StakeDoc, unlockTimeOf } from './stake.model.ts';

/** Presents stakes to one viewer. Stakers who hide their activity or are not seen in full get an alias (D16, D17, D73). */
export async function presentStakes(
  services: Services,
  viewer: User,
  stakes: readonly StakeDoc[],
): Promise<Stake[]> {
  const ids = stakes.map((stake) => stake.stakerId);
  const [named, aliasOf] = await Promise.all([
    namedBackersByIds(services, viewer, ids),
    createBackerAlias(services),
  ]);
  return stakes.map((stake) => {
    const staker = named.get(String(stake.stakerId));
    return {
      id: String(stake._id),
      pandaId: String(stake.pandaId),
      stakerId: staker?.id ?? aliasOf(stake),
      stakerName: staker?.name ?? null,
      stakerUsername: staker?.username ?? null,
      stakerImage: staker?.profileImage ?? null,
      stakerPandaId: staker?.pandaId ?? null,
      stakerPandaImage: staker?.pandaImage ?? null,
      amount: toBamboo(stake.amount),
      createdAt: stake.createdAt.toISOString(),
    };
  });
}

/** Presents the viewer's own stakes; the Panda is null where the viewer cannot see it. */
export async function presentOwnStakes(
  services: Services,
  { viewer, language }: { viewer: User; language: Language },
  stakes: readonly StakeDoc[],
): Promise<OwnStake[]> {
  const ids = stakes.map(({ pandaId }) => pandaId);
  const pandas = await shownPandas(services, viewer._id, ids);
  const byId = new Map(
    pandas.map((panda) => {
      const id = String(panda._id);
      return [id, { id, name: pandaNameIn(panda, language), imageUrl: pictureAddressOf(panda) }];
    }),
  );
  return stakes.map((stake) => ({
    id: String(stake._id),
    panda: byId.get(String(stake.pandaId)) ?? null,
    amount: toBamboo(stake.amount),
    createdAt: stake.createdAt.toISOString(),
    unlocksAt: unlockTimeOf(stake).toISOString(),
    isLocked: isLocked(stake, services.clock.now()),
  }));
}
