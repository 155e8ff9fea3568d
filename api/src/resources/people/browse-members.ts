import type { ListedUser, ParsedQuery } from '@frens/contract';
import { ageBandOf } from '@frens/contract/choices';
import { searchedFields } from '@frens/contract/profile-fields';
import { foldText, textsContain } from '@frens/contract/search-text';
import { serverLimits } from '../../limits.ts';
import { type Mark, type PageSource, positionAt, readMarkedPage, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import { findMembers, type MemberRow } from '../members/list-members.ts';
import type { User } from '../members/user.model.ts';
import { type OwnRelations, readOwnRelations } from '../proposals/own-relations.ts';
import { presentListed, presentProposal } from '../proposals/present-listed.ts';
import { proposePeople } from '../proposals/propose-people.ts';
import type { Person, Proposal } from '../proposals/rank-proposals.ts';
import { presentSample, readNewcomers, readShared } from '../proposals/shared-facts.ts';
import { type FoundMember, seeMembers } from '../visibility/visibility.ts';

/** How many of the viewer's friends are searched for friends in common. */
const { hubs } = serverLimits.proposals;

type Query = ParsedQuery<'GET /api/users'>;
type Found = Proposal & FoundMember;

/** Lists members in Browse (D18): newest first, or with proposals first (D70). */
export async function browseMembers(
  services: Services,
  viewer: User,
  query: Query,
  ctx: ApiContext,
): Promise<ListedUser[]> {
  if (query.sort === 'for-you') return browseForYou(services, viewer, query, ctx);
  const { q, gender, ageBand, interest, cursor, limit } = query;
  const isNewest = !(q || gender || ageBand || interest || cursor) && limit >= serverLimits.proposals.newest;
  const list = startList(
    services,
    viewer,
    readOwnRelations(services, viewer, seeMembers, { most: hubs }),
    isNewest,
  );
  const source = await findMembers(services, viewer, query);
  return readPage(ctx, query, { ...source, present: (rows: MemberRow[]) => list(rows, source) });
}

/**
 * Starts the reads about the viewer that presenting a list needs, and returns a function that presents rows in their places.
 *
 * @param isNewest the first rows are the newest members, and serve as the sample for how rare an interest is
 */
function startList(services: Services, viewer: User, own: Promise<OwnRelations>, isNewest = false) {
  const joining = isNewest ? null : readNewcomers(services);
  let sampling = joining?.then((newcomers) => presentSample(services, viewer, newcomers));
  // When reading the rows fails, nobody awaits these promises: their rejections must not stay unhandled.
  for (const reading of [own, sampling]) reading?.catch(() => undefined);
  return async (rows: MemberRow[], source: PageSource<MemberRow, FoundMember>) => {
    const ids = rows.map(({ _id }) => _id);
    const members = Promise.resolve(source.present(rows));
    sampling ??= members.then((all) => sampleOf(rows, all));
    const listed = await presentListed(
      services,
      viewer,
      members.then((all) => all.flatMap((one) => one ?? [])),
      own.then((relations) => readShared(services, viewer, relations, ids)),
      sampling,
    );
    const byId = new Map(listed.map((one) => [one.id, one]));
    return rows.map(({ _id }) => byId.get(String(_id)) ?? null);
  };
}

/** The newest members among the rows, presented as by `presentSample`. */
function sampleOf(rows: readonly MemberRow[], shown: ReadonlyArray<FoundMember | null>): Person[] {
  const newcomers = rows.flatMap((row, place) => ('privacy' in row ? [shown[place]] : []));
  return newcomers.slice(0, serverLimits.proposals.newest).flatMap((one) => one?.user ?? []);
}

/** Proposals sort before all entries: their values are above every timestamp, the first proposal's the highest. */
const aboveTimes = 9_000_000_000_000_000;

/** A row of the list: a proposal or an entry of Browse. */
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
  const own = readOwnRelations(services, viewer, seeMembers);
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
      const isPastProposals = after !== null && after.value < aboveTimes - serverLimits.proposals.listed;
      const first = isPastProposals ? [] : proposed.filter(({ value }) => !after || value < after.value);
      if (first.length >= count) return first.slice(0, count);
      const entries = await source.read(isPastProposals ? positionAt(after) : null, count - first.length);
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

async function readProposals(services: Services, viewer: User, query: Query, own: Promise<OwnRelations>) {
  const all = await proposePeople(services, viewer, own);
  return all
    .filter((one) => matchesFilters(one, query))
    .slice(0, serverLimits.proposals.listed)
    .map((proposal, place) => ({ _id: proposal.member._id, value: aboveTimes - place, proposal }));
}

/** Whether the fields that the viewer sees match the filters, by the rules of the search entries. */
function matchesFilters({ user }: FoundMember, { q, gender, ageBand, interest }: Query): boolean {
  const { age, interests } = user;
  const texts = searchedFields.map((field) => user[field]);
  if (q && !textsContain(texts, q)) return false;
  if (gender && user.gender !== gender) return false;
  if (ageBand && (age === null || ageBandOf(age) !== ageBand)) return false;
  return !interest || interests.some((one) => foldText(one) === foldText(interest));
}
