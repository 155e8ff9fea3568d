import { currentLanguage, type ListQuery, useQuery } from '@frens/platform';
import { useIsHydrating } from '@frens/platform/internal';
import { useState } from 'react';

/**
 * The items of a list that came with the rendered page, while they stand there: until the language changes, or the page is left.
 *
 * @param query names them
 */
export function useRendered<Item>(query: ListQuery<Item>): Item[] | undefined {
  const isHydrating = useIsHydrating();
  const [language] = useState(isHydrating ? currentLanguage() : undefined);
  const { data } = useQuery({ ...query, enabled: false });
  return language === currentLanguage() ? data : undefined;
}
