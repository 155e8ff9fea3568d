import type { ParsedQuery, PublicUser } from '@frens/contract';
import { positionOf, readPage } from '../../paging.ts';
import { searchEntries } from '../../search/find-entries.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import { friendsAmong } from '../connections/connections.ts';
import { seenBy } from '../visibility/visibility.ts';
import type { MemberEntry } from './member-entry.model.ts';
import { ageFacet, genderFacet, interestFacet } from './member-entry.ts';
import type { User } from './user.model.ts';

/** Members that the viewer finds in Browse (D16, D18). A filter looks only at what the viewer may see. */
export async function listMembers(
  services: Services,
  viewer: User,
  { q, gender, ageBand, interest, limit, cursor }: ParsedQuery<'GET /api/users'>,
  ctx: ApiContext,
): Promise<PublicUser[]> {
  const facets = [
    ...(gender ? [genderFacet(gender)] : []),
    ...(ageBand ? [ageFacet(ageBand)] : []),
    ...(interest ? [interestFacet(interest)] : []),
  ];
  const { MemberEntry, User } = services.db.models;
  const found = await searchEntries(MemberEntry, { q, facets }, positionOf(cursor));
  return readPage(
    ctx,
    { limit, cursor },
    {
      read: found.read,
      async present(entries) {
        const listed = await listedFor(services, viewer, entries.filter(found.matches));
        const users = await User.find({ _id: { $in: listed.map(({ _id }) => _id) } }).lean();
        const seen = await seenBy(services, viewer, users);
        return entries.map(({ _id }) => seen.get(String(_id)) ?? null);
      },
    },
  );
}

/** Members who are there for their friends only are listed for those alone. */
async function listedFor(services: Services, viewer: User, entries: MemberEntry[]): Promise<MemberEntry[]> {
  const others = entries.filter(({ _id }) => !_id.equals(viewer._id));
  const ids = others.filter(({ visibility }) => visibility === 'friends').map(({ _id }) => _id);
  const friends = await friendsAmong(services, viewer._id, ids);
  return others.filter(({ _id, visibility }) => visibility === 'public' || friends.has(String(_id)));
}
