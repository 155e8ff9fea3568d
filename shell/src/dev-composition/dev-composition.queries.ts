import type { Composition, PublishedVersions } from '@frens/compose';
import { queryOptions } from '@frens/platform';
import { fetchComposition } from '../page-data.ts';

/** The published versions of each remote. A development server builds in memory and has none. */
export const versionsQuery = queryOptions({
  queryKey: ['dev', 'versions'],
  async queryFn({ signal }): Promise<PublishedVersions> {
    const answer = await fetch('/dev/versions.json', { signal });
    if (answer.status === 404) return {};
    if (!answer.ok) throw new Error(`The list of versions answered ${answer.status}`);
    return answer.json();
  },
});

/** The live composition for this browser, regardless of a preview. */
export const liveQuery = queryOptions<Composition>({
  queryKey: ['dev', 'live'],
  queryFn: () => fetchComposition(),
});
