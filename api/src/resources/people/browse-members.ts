import type { ListedUser, ParsedQuery, PublicUser } from '@frens/contract';
import { ageBandOf } from '@frens/contract/choices';
import { searchedFields } from '@frens/contract/profile-fields';
import { foldText, textsContain } from '@frens/contract/search-text';
import { serverLimits } from '../../limits.ts';
import { type Mark, type PageSource, positionAt, readMarkedPage, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import { findMembers, type MemberRow } from '../members/list-members.ts';
import type { User } from '../members/user.model.ts';
import {
  type OwnTies,
  presentSample,
  readNewcomers,
  readOwnTies,
  readShared,
} from '../proposals/gather-proposals.ts';
import { presentListed, presentProposal, presentWithTraits } from '../proposals/present-listed.ts';
import { proposePeople } from '../proposals/propose-people.ts';
import type { Proposal } from '../proposals/rank-proposals.ts';
import type { FoundMember } from '../visibility/visibility.ts';

/** Friends by whom friends in common are found. */
const { hubs } = serverLimits.proposals;

type Query = ParsedQuery<'GET /api/users'>;
type Found = Proposal & FoundMember;

/** Members in Browse (D18): the newest first, or those first who are likeliest to be liked (D70). */
export async function browseMembers(
  services: Services,
  viewer: User,
  query: Query,
  ctx: ApiContext,
): Promise<ListedUser[]> {
  if (query.sort === 'for-you') return browseForYou(services, viewer, query, ctx);
  const { q, gender, ageBand, interest, cursor, limit } = query;
  const isNewest = !(q || gender || ageBand || interest || cursor) && limit >= serverLimits.proposals.newest;
  const list = startList(services, viewer, readOwnTies(services, viewer, hubs), isNewest);
  const source = await findMembers(services, viewer, query);
  return readPage(ctx, query, { ...source, present: (rows: MemberRow[]) => list(rows, source) });
}

/**
 * Reads what a list of members needs of its viewer, and returns how to present rows of it in their places.
 *
 * @param isNewest its first rows are the newest members: how rare an interest is, they tell
 */
function startList(services: Services, viewer: User, own: Promise<OwnTies>, isNewest = false) {
  const joining = isNewest ? null : readNewcomers(services);
  let sampling = joining?.then((newcomers) => presentSample(services, viewer, newcomers));
  // Rows that could not be read are failure enough: nobody waits for these then.
  for (const reading of [own, sampling]) reading?.catch(() => undefined);
  return async (rows: MemberRow[], source: PageSource<MemberRow, FoundMember>) => {
    const ids = rows.map(({ _id }) => _id);
    const members = presentWithTraits(services, rows, source.present);
    sampling ??= members.then((all) => sampleOf(rows, all));
    const listed = await presentListed(
      services,
      viewer,
      members.then((all) => all.flatMap((one) => one ?? [])),
      own.then((ties) => readShared(services, viewer, ties, ids)),
      sampling,
    );
    const byId = new Map(listed.map((one) => [one.id, one]));
    return rows.map(({ _id }) => byId.get(String(_id)) ?? null);
  };
}

/** The newcomers among rows of the newest members, as `presentSample` presents them. */
function sampleOf(rows: readonly MemberRow[], shown: ReadonlyArray<FoundMember | null>): PublicUser[] {
  const newcomers = rows.flatMap((row, place) => ('privacy' in row ? [shown[place]] : []));
  return newcomers.slice(0, serverLimits.proposals.newest).flatMap((one) => one?.user ?? []);
}

/** Those who are proposed have values above every time: the first one the highest. */
const aboveTimes = 9_000_000_000_000_000;

/** A row of the list: who is proposed, or an entry of Browse. */
interface Row extends Mark {
  proposal?: Found;
  entry?: MemberRow;
}

async function browseForYou(
  services: Services,
  viewer: User,
  query: Query,
  ctx: ApiContext,
): Promise<ListedUser[]> {
  const own = readOwnTies(services, viewer, hubs);
  const list = startList(services, viewer, own);
  const [source, proposed] = await Promise.all([
    findMembers(services, viewer, { ...query, cursor: undefined }),
    readProposals(services, viewer, query, own),
  ]);
  const isProposed = new Set(proposed.map(({ _id }) => String(_id)));
  return readMarkedPage<Row, ListedUser>(ctx, query, {
    isMoving: true,
    markOf: ({ _id, value }) => ({ _id, value }),
    async read(after, count) {
      const isAmongTimes = after !== null && after.value < aboveTimes - serverLimits.proposals.listed;
      const first = isAmongTimes ? [] : proposed.filter(({ value }) => !after || value < after.value);
      if (first.length >= count) return first.slice(0, count);
      const entries = await source.read(isAmongTimes ? positionAt(after) : null, count - first.length);
      return [
        ...first,
        ...entries.map((entry) => ({ _id: entry._id, value: entry.createdAt.getTime(), entry })),
      ];
    },
    async present(rows) {
      const entries = rows.flatMap(({ entry }) =>
        entry && !isProposed.has(String(entry._id)) ? [entry] : [],
      );
      const listed = entries.length === 0 ? [] : await list(entries, source);
      const byId = new Map(listed.flatMap((one) => (one ? [[one.id, one] as const] : [])));
      return rows.map(({ _id, proposal }) =>
        proposal ? presentProposal(proposal) : (byId.get(String(_id)) ?? null),
      );
    },
  });
}

async function readProposals(services: Services, viewer: User, query: Query, own: Promise<OwnTies>) {
  const all = await proposePeople(services, viewer, own);
  return all
    .filter((one) => fits(one, query))
    .slice(0, serverLimits.proposals.listed)
    .map((proposal, place) => ({ _id: proposal.member._id, value: aboveTimes - place, proposal }));
}

/** Whether the filters leave somebody in: by what the viewer sees of them, as the entries do it. */
function fits({ user }: FoundMember, { q, gender, ageBand, interest }: Query): boolean {
  const { age, interests } = user;
  const texts = searchedFields.map((field) => user[field]);
  if (q && !textsContain(texts, q)) return false;
  if (gender && user.gender !== gender) return false;
  if (ageBand && (age === null || ageBandOf(age) !== ageBand)) return false;
  return !interest || interests.some((one) => foldText(one) === foldText(interest));
}
