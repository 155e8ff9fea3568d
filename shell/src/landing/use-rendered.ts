import { currentLanguage, type ListQuery, useQuery } from '@frens/platform';
import { useIsHydrating } from '@frens/platform/internal';
import { useState } from 'react';

/**
 * A list of which the rendered page has brought the items. They stand there until the language changes, the page is left, or the list was asked for
 * and is another.
 *
 * @param renderedQuery names the items that came; they are dropped where they may be another reader's (bootstrap.tsx)
 * @param query asks for the list, unless it came
 * @param isNear whether anybody is about to see it
 */
export function useRendered<Item>(renderedQuery: ListQuery<Item>, query: ListQuery<Item>, isNear: boolean) {
  const isHydrating = useIsHydrating();
  const language = currentLanguage();
  const { data: brought } = useQuery({ ...renderedQuery, enabled: false });
  const [standing, setStanding] = useState(isHydrating && brought && { items: brought, language });
  const list = useQuery({ ...query, enabled: isNear && !(standing && brought) });
  const { data } = list;
  // Once gone they are gone: the browser does not have the code that renders them. React renders again at once.
  if (standing && (standing.language !== language || (data && !isSame(data, standing.items))))
    setStanding(false);
  return { list, rendered: standing ? standing.items : undefined };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
