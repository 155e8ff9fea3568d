import type { Panda } from '@frens/contract';
import type { Language } from '@frens/contract/languages';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys } from './query-client.ts';

/**
 * One Panda. The API writes its texts in the caller's language, so the language is part of the key. While the other language
 * loads, the shown texts stay; whoever shows different Pandas in one place keys that place by id.
 */
export const pandaQuery = (id: string, language: Language) =>
  queryOptions<Panda>({
    queryKey: [...queryKeys.panda(id), language],
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id', { params: { id }, signal }),
    placeholderData: (shown) => shown,
  });
