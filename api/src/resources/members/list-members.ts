import type { AgeBand, ParsedQuery, PublicUser } from '@frens/contract';
import { after, literalPattern, newestFirst, pageOf } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import { friendIdsOf } from '../connections/connections.ts';
import type { User } from './user.model.ts';
import { seenBy } from './visibility.ts';

const ages: Record<AgeBand, { $gte: number; $lte?: number }> = {
  '18-25': { $gte: 18, $lte: 25 },
  '26-35': { $gte: 26, $lte: 35 },
  '36-45': { $gte: 36, $lte: 45 },
  '46+': { $gte: 46 },
};

/** Members that the viewer finds in Browse (D16, D18). A filter looks only at what the viewer may see. */
export async function listMembers(
  services: Services,
  viewer: User,
  { q, gender, ageBand, limit, cursor }: ParsedQuery<'GET /api/users'>,
  ctx: ApiContext,
): Promise<PublicUser[]> {
  const friendIds = await friendIdsOf(services, viewer._id);
  const conditions: Array<Record<string, unknown>> = [
    { _id: { $ne: viewer._id }, profileComplete: true },
    {
      $or: [
        { 'privacy.profileVisibility': 'public' },
        { 'privacy.profileVisibility': 'friends', _id: { $in: friendIds } },
      ],
    },
    after(cursor),
  ];
  if (gender) conditions.push({ gender });
  if (ageBand) conditions.push({ 'privacy.ageVisible': true, age: ages[ageBand] });
  if (q) conditions.push({ $or: [{ name: literalPattern(q) }, { occupation: literalPattern(q) }] });

  const rows = await services.db.models.User.find({ $and: conditions })
    .sort(newestFirst)
    .limit(limit + 1)
    .lean();
  const page = pageOf(ctx, rows, limit);
  const seen = await seenBy(services, viewer, page);
  return page.flatMap((user) => seen.get(String(user._id)) ?? []);
}
