import type { Panda } from '@frens/contract';
import { type PandaSort, pandaSorts } from '@frens/contract/choices';
import { type TraitName, type Traits, topTraitOf, traitNames } from '@frens/contract/panda-scoring';
import { textsContain } from '@frens/platform';

/** How the list of Pandas is narrowed down and ordered (D65); a kind is the trait that leads, null all of them. */
export interface PandaFilters {
  q: string;
  kind: TraitName | null;
  sort: PandaSort;
}

/** Reads the filters from the page's address; what is not a choice counts as not chosen. */
export function readFilters(address: URLSearchParams): PandaFilters {
  const [kind, sort] = [address.get('kind'), address.get('sort')];
  return {
    q: address.get('q') ?? '',
    kind: traitNames.find((choice) => choice === kind) ?? null,
    sort: pandaSorts.find((choice) => choice === sort) ?? 'newest',
  };
}

/** Writes them into the page's address, so that it can be shared, reloaded and returned to. */
export function writeFilters(address: URLSearchParams, { q, kind, sort }: PandaFilters): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries({ q, kind, sort: sort === 'newest' ? null : sort })) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Whether a Panda is one of those asked for; the server means the same by `q` and `kind` (D1, D65). */
export function fitsFilters({ name, traits }: Panda, { q, kind }: PandaFilters): boolean {
  // True because the API tells all five traits.
  return textsContain([name], q) && (kind === null || topTraitOf(traits as Traits) === kind);
}
