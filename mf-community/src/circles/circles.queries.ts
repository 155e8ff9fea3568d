import type { CallBody, Circle, CirclePage } from '@frens/contract';
import { pageSizes } from '@frens/contract/page-sizes';
import { circleKey } from '@frens/members/queries';
import {
  addItem,
  api,
  changeData,
  changeItems,
  currentLanguage,
  type Language,
  type ListFilters,
  pagedQuery,
  queryKeys,
  queryOptions,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';

/** Prefix of the keys of all circle lists. */
export const listKey = [...queryKeys.circles, 'list'] as const;
export const membersKey = (id: string) => [...queryKeys.circles, 'members', id] as const;

/** Page size of the Panda selection. */
const pandasPerPage = 8;

/** Circles by page, newest first; `q` is the server-side search. The key includes the language, as in `circleQuery`. */
export const circlesQuery = (language: Language, { q }: ListFilters) =>
  pagedQuery([...listKey, language, { q }], ({ cursor, signal }) =>
    api.page('GET /api/circles', { query: { q, cursor, limit: pageSizes['GET /api/circles'] }, signal }),
  );

/** Candidate Pandas for a gate, most backers first; `q` searches by name on the server. */
export const gatePandasQuery = (language: Language, { q }: ListFilters) =>
  pagedQuery([...queryKeys.pandas, 'to name', language, { q }], ({ cursor, signal }) =>
    api.page('GET /api/pandas', {
      query: { q: q || undefined, cursor, sort: 'backers', limit: pandasPerPage },
      signal,
    }),
  );

/** Members of a circle, newest first. */
export const circleMembersQuery = (id: string) =>
  pagedQuery(membersKey(id), ({ cursor, signal }) =>
    api.page('GET /api/circles/:id/members', {
      params: { id },
      query: { cursor, limit: pageSizes['GET /api/circles/:id/members'] },
      signal,
    }),
  );

/** Updates a circle in the cache, on its page and in every list. */
export function cacheCircle(answer: Circle): void {
  changeItems<Circle>(listKey, (circle) => (circle.id === answer.id ? mergeCircle(circle, answer) : circle));
  changeData<CirclePage>(circleKey(answer.id), (page) => mergeCircle(page, answer));
}

/** Merges an answer into the cached circle, which keeps its Panda's name in the cached language. */
function mergeCircle<Shown extends Circle>(shown: Shown, answer: Circle): Shown {
  const isSame = shown.gatePanda?.id === answer.gatePanda?.id;
  return { ...shown, ...answer, gatePanda: isSame ? shown.gatePanda : answer.gatePanda };
}

/** Creates a circle, first in the unfiltered list. Only the server knows whether it matches a search. */
export function useCreateCircle() {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'POST /api/circles'>, { idempotencyKey }) =>
      api.call('POST /api/circles', { body, idempotencyKey }),
    meta: { failureTitle: t('circles.create.failed') },
    onSuccess: (made) => {
      addItem(circlesQuery(currentLanguage(), { q: '' }), made);
      toast({ title: t('circles.create.done.title'), description: t('circles.create.done.text') });
    },
    outdates: () => [
      // Safe: `circlesQuery` keys end with language and filters.
      {
        queryKey: listKey,
        predicate: ({ queryKey }) =>
          queryKey.at(-2) !== currentLanguage() || (queryKey.at(-1) as ListFilters).q !== '',
      },
    ],
  });
}

/** The circle of an invitation link, or null if the link is no longer valid (D30). */
export const invitationQuery = (code: string, language: Language) =>
  queryOptions({
    queryKey: [...queryKeys.circles, 'invitation', code, language],
    queryFn: ({ signal }) => api.call('GET /api/circle-invitations/:code', { params: { code }, signal }),
  });

/** An invitation link used to join. */
export interface JoiningLink {
  code: string;
  onJoined: () => void;
}

/**
 * Joins a circle; the answer updates its page and every list.
 *
 * @param link invitation that admits the reader where the circle's type would not
 */
export function useJoinCircle(id: string, link?: JoiningLink) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (_request: void, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/join', {
        params: { id },
        body: link ? { inviteCode: link.code } : {},
        idempotencyKey,
      }),
    meta: { failureTitle: t('circles.join.failed') },
    onSuccess: (circle) => {
      cacheCircle(circle);
      link?.onJoined();
      toast({ title: t('circles.join.done.title'), description: t('circles.join.done.text') });
    },
    // Members who share a circle see more of each other.
    outdates: () => [{ queryKey: circleKey(id) }, { queryKey: membersKey(id) }],
    // The requirements for joining have changed.
    doubts: [{ queryKey: queryKeys.circles }],
  });
}

/** Declines all invitations into a circle; the inviters are not notified (D30). */
export function useDeclineInvitation(id: string) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: () => api.call('POST /api/circles/:id/invitations/decline', { params: { id } }),
    meta: { failureTitle: t('circles.invited.failed') },
    onSuccess: () => toast({ title: t('circles.invited.declined') }),
    outdates: () => [{ queryKey: listKey }, { queryKey: circleKey(id) }],
    doubts: [{ queryKey: queryKeys.circles }],
  });
}

/**
 * Requests to join a circle.
 *
 * @param onAsked closes the dialog, which must restore the focus before its opener disappears
 */
export function useRequestToJoin(id: string, onAsked: () => void) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'POST /api/circles/:id/requests'>, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/requests', { params: { id }, body, idempotencyKey }),
    meta: { failureTitle: t('circles.ask.failed') },
    onSuccess: (circle) => {
      onAsked();
      cacheCircle(circle);
      toast({ title: t('circles.ask.done.title'), description: t('circles.ask.done.text') });
    },
    // The requirements for joining have changed.
    doubts: [{ queryKey: queryKeys.circles }],
  });
}
