import type { Panda } from '@frens/contract';
import { type PandaSort, pandaSorts } from '@frens/contract/choices';
import { type TraitName, type Traits, topTraitOf, traitNames } from '@frens/contract/panda-scoring';
import { textsContain } from '@frens/platform';

/** Filters and order of the list (D65). `kind` is the leading trait; null matches all. */
export interface PandaFilters {
  q: string;
  kind: TraitName | null;
  sort: PandaSort;
}

/** Reads the filters from the URL; unknown values count as not set. */
export function readFilters(address: URLSearchParams): PandaFilters {
  const [kind, sort] = [address.get('kind'), address.get('sort')];
  return {
    q: address.get('q') ?? '',
    kind: traitNames.find((choice) => choice === kind) ?? null,
    sort: pandaSorts.find((choice) => choice === sort) ?? 'newest',
  };
}

/** Writes the filters to the URL, so that the list can be shared, reloaded and reopened. */
export function writeFilters(address: URLSearchParams, { q, kind, sort }: PandaFilters): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries({ q, kind, sort: sort === 'newest' ? null : sort })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Whether a Panda matches the filters, by the same rules as the server's `q` and `kind` (D1, D65). */
export function fitsFilters({ name, traits }: Panda, { q, kind }: PandaFilters): boolean {
  // Safe: the API returns all five traits.
  return textsContain([name], q) && (kind === null || topTraitOf(traits as Traits) === kind);
}
