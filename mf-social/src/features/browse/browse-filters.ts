import type { AgeBand, CallQuery, Gender, PublicUser } from '@frens/contract';
import { ageBands, ageRanges, genders, type MemberSort, memberSorts } from '@frens/contract/choices';
import { type SearchedField, searchedFields } from '@frens/contract/profile-fields';
import { textsContain } from '@frens/platform';

/** Filters of the member list. Empty text, `null` and `null` match everybody. */
export interface BrowseFilters {
  q: string;
  gender: Gender | null;
  ageBand: AgeBand | null;
  /** Order of the list; it excludes nobody. */
  sort: MemberSort;
}

export const noFilters: BrowseFilters = { q: '', gender: null, ageBand: null, sort: 'newest' };

/** Whether a member matches the filters, by the same rules as the server's `q`, `gender` and `ageBand` (D1). */
export function matchesFilters(
  member: Pick<PublicUser, SearchedField | 'gender' | 'age'>,
  filters: BrowseFilters,
): boolean {
  if (
    !textsContain(
      searchedFields.map((field) => member[field]),
      filters.q,
    )
  )
    return false;
  if (filters.gender && member.gender !== filters.gender) return false;
  if (!filters.ageBand) return true;
  // A hidden age matches no band: otherwise the filter would reveal it (D16).
  if (member.age === null) return false;
  const { from, to } = ageRanges[filters.ageBand];
  return member.age >= from && member.age <= to;
}

/** Whether any filter excludes members. */
export function isFiltering(filters: BrowseFilters): boolean {
  return filters.q.trim() !== '' || filters.gender !== null || filters.ageBand !== null;
}

/** Reads the filters from the URL; unknown values count as not set. */
export function readFilters(search: URLSearchParams): BrowseFilters {
  const gender = search.get('gender');
  const age = search.get('age');
  return {
    q: search.get('q') ?? '',
    gender: genders.find((choice) => choice === gender) ?? null,
    ageBand: ageBands.find((choice) => choice === age) ?? null,
    sort: memberSorts.find((choice) => choice === search.get('sort')) ?? noFilters.sort,
  };
}

/** Writes the filters to the URL, so that the list can be shared, reloaded and reopened. */
export function writeFilters(search: URLSearchParams, filters: BrowseFilters): URLSearchParams {
  const next = new URLSearchParams(search);
  const sort = filters.sort === noFilters.sort ? null : filters.sort;
  const values = { q: filters.q, gender: filters.gender, age: filters.ageBand, sort };
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Converts the filters to the server's query parameters. */
export function filterQuery({ sort, ...filters }: BrowseFilters): CallQuery<'GET /api/users'> {
  return {
    q: filters.q.trim() || undefined,
    gender: filters.gender ?? undefined,
    ageBand: filters.ageBand ?? undefined,
    sort: sort === noFilters.sort ? undefined : sort,
  };
}
