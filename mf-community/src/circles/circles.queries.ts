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

/** First segments of the keys of all lists of circles. */
export const listKey = [...queryKeys.circles, 'list'] as const;
export const membersKey = (id: string) => [...queryKeys.circles, 'members', id] as const;

/** Pandas to choose from are shown so many at a time. */
const pandasPerPage = 8;

/** Pages of circles, newest first; `q` lets the server search. The language belongs to the key as in `circleQuery`. */
export const circlesQuery = (language: Language, { q }: ListFilters) =>
  pagedQuery([...listKey, language, { q }], ({ cursor, signal }) =>
    api.page('GET /api/circles', { query: { q, cursor, limit: pageSizes['GET /api/circles'] }, signal }),
  );

/** Pandas that a gate may name, those with most backers first; `q` lets the server search by name. */
export const pandasToNameQuery = (language: Language, { q }: ListFilters) =>
  pagedQuery([...queryKeys.pandas, 'to name', language, { q }], ({ cursor, signal }) =>
    api.page('GET /api/pandas', {
      query: { q: q || undefined, cursor, sort: 'backers', limit: pandasPerPage },
      signal,
    }),
  );

/** Who is in a circle, newest first. */
export const circleMembersQuery = (id: string) =>
  pagedQuery(membersKey(id), ({ cursor, signal }) =>
    api.page('GET /api/circles/:id/members', {
      params: { id },
      query: { cursor, limit: pageSizes['GET /api/circles/:id/members'] },
      signal,
    }),
  );

/** Shows a circle as an answer tells it, on its page and in every list. */
export function takeCircle(told: Circle): void {
  changeItems<Circle>(listKey, (circle) => (circle.id === told.id ? taken(circle, told) : circle));
  changeData<CirclePage>(circleKey(told.id), (page) => taken(page, told));
}

/** What is shown of a circle in another language than that of the answer names its Panda in that one. */
function taken<Shown extends Circle>(shown: Shown, told: Circle): Shown {
  const isSame = shown.gatePanda?.id === told.gatePanda?.id;
  return { ...shown, ...told, gatePanda: isSame ? shown.gatePanda : told.gatePanda };
}

/** Makes a circle. It comes first in the list; whether it fits a search only the server knows. */
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
      // True because `circlesQuery` ends its keys so.
      {
        queryKey: listKey,
        predicate: ({ queryKey }) =>
          queryKey.at(-2) !== currentLanguage() || (queryKey.at(-1) as ListFilters).q !== '',
      },
    ],
  });
}

/** The circle that a link leads to, or null where it leads nowhere any more (D30). */
export const invitationQuery = (code: string, language: Language) =>
  queryOptions({
    queryKey: [...queryKeys.circles, 'invitation', code, language],
    queryFn: ({ signal }) => api.call('GET /api/circle-invitations/:code', { params: { code }, signal }),
  });

/** A link into a circle that somebody joins by. */
export interface JoiningLink {
  code: string;
  onJoined: () => void;
}

/**
 * Joins one circle; its page and every list that shows it take the answer.
 *
 * @param link what lets the reader in where the circle alone would not
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
    onSuccess: (joined) => {
      takeCircle(joined);
      link?.onJoined();
      toast({ title: t('circles.join.done.title'), description: t('circles.join.done.text') });
    },
    // Who shares a circle shows more of themselves.
    outdates: () => [{ queryKey: circleKey(id) }, { queryKey: membersKey(id) }],
    // The way in is another one by now.
    doubts: [{ queryKey: queryKeys.circles }],
  });
}

/** Says no to the friends who have invited the reader into a circle, which nobody is told (D30). */
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
 * Asks for an invitation to one circle.
 *
 * @param onAsked closes what it was asked in: that has to give the focus back before the way in, from which it was opened, is gone
 */
export function useAskCircle(id: string, onAsked: () => void) {
  const { t } = useTranslation('mf-community');
  return useAction({
    send: (body: CallBody<'POST /api/circles/:id/requests'>, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/requests', { params: { id }, body, idempotencyKey }),
    meta: { failureTitle: t('circles.ask.failed') },
    onSuccess: (asked) => {
      onAsked();
      takeCircle(asked);
      toast({ title: t('circles.ask.done.title'), description: t('circles.ask.done.text') });
    },
    // The way in is another one by now.
    doubts: [{ queryKey: queryKeys.circles }],
  });
}
