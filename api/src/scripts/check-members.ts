import { picturePath } from '@frens/contract/picture-files';
import { skeletonOf } from '@frens/contract/usernames';
import type { User } from '../resources/members/user.model.ts';
import { countFriends, countMatches } from '../resources/quotient/recount-panda.ts';
import { walletOf } from '../resources/wallet/ledger.ts';
import { sumStaked } from '../resources/wallet/sum-staked.ts';
import type { Services } from '../services.ts';

type Checked = Pick<
  User,
  | '_id'
  | 'friendCount'
  | 'matchCount'
  | 'pandaId'
  | 'emailVerified'
  | 'username'
  | 'usernameSkeleton'
  | 'profileImage'
>;

/** Compares members' denormalised friend, match, Panda, picture and confirmation fields with their sources. */
export async function checkMembers(services: Services, members: readonly Checked[]): Promise<string[]> {
  const { Account, Panda, Picture } = services.db.models;
  const ids = members.map(({ _id }) => _id);
  const pandas = await Panda.find({ ownerId: { $in: ids } }, { ownerId: 1 }).lean();
  const pandaOf = new Map(pandas.map(({ ownerId, _id }) => [String(ownerId), String(_id)]));
  const pictures = await Picture.find({ _id: { $in: ids } }, { name: 1 }).lean();
  const pictureOf = new Map(pictures.map(({ _id, name }) => [String(_id), picturePath(name)]));
  const wallets = await Account.find({ _id: { $in: ids.map(walletOf) } }).lean();
  const confirmed = new Map(wallets.map(({ _id, isConfirmed }) => [_id, isConfirmed === true]));
  const heldStakes = new Map(wallets.map(({ _id, staked = 0 }) => [_id, staked]));
  const staked = await sumStaked(services.db.models, ids);
  const friends = await countFriends(services, ids);
  const matches = await countMatches(services, ids);
  return members.flatMap((member) => {
    const { _id, friendCount, pandaId, emailVerified, username, usernameSkeleton, profileImage } = member;
    const id = String(_id);
    const checks: Array<[name: string, stored: unknown, computed: unknown]> = [
      ['matchCount', member.matchCount ?? 0, matches.get(id) ?? 0],
      ['friendCount', friendCount, friends.get(id) ?? 0],
      ['pandaId', String(pandaId ?? 'none'), pandaOf.get(id) ?? 'none'],
      ['profileImage', profileImage, pictureOf.get(id) ?? ''],
      ["the wallet's isConfirmed", confirmed.get(walletOf(_id)) ?? emailVerified, emailVerified],
      ['usernameSkeleton', usernameSkeleton ?? 'none', username === null ? 'none' : skeletonOf(username)],
      ["the wallet's staked", heldStakes.get(walletOf(_id)) ?? 0, staked.get(id) ?? 0],
    ];
    return checks
      .filter(([, stored, computed]) => stored !== computed)
      .map(
        ([name, stored, computed]) =>
          `member ${id}: ${name} is ${String(stored)}, computed ${String(computed)}`,
      );
  });
}
