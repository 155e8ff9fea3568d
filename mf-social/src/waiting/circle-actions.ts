import type { Home } from '@frens/contract';
import { circleKey } from '@frens/members/queries';
import { api, queryKeys, toast, useAction, useTranslation } from '@frens/platform';
import { joinCircleOnHome, settleWaiting } from '../members/home-changes.ts';

/** Lists of circles are read anew when they are opened next. */
const outdatedByCircle = (id: string) => [
  { queryKey: queryKeys.circles, refetchType: 'none' as const },
  { queryKey: circleKey(id), refetchType: 'none' as const },
];
const doubts = [{ queryKey: queryKeys.circles }, { queryKey: queryKeys.home }];

/**
 * Goes into a circle, as proposed or as invited, where the way is open (D29, D30).
 *
 * @param onJoined leads into the circle, which says so; without it the row does that
 */
export function useJoin(id: string, onJoined?: () => void) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (_request: void, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/join', { params: { id }, body: {}, idempotencyKey, keepalive: true }),
    meta: { failureTitle: t('dashboard.home.circle.joinFailed') },
    onSuccess() {
      if (onJoined) {
        onJoined();
        toast({
          title: t('dashboard.home.circle.joined.title'),
          description: t('dashboard.home.circle.joined.text'),
          tone: 'success',
        });
        return;
      }
      settleWaiting(id);
      joinCircleOnHome(id);
    },
    // The home tells of it when it is opened next, as after joining anywhere else.
    outdates: () => [
      ...outdatedByCircle(id),
      ...(onJoined ? [{ queryKey: queryKeys.home, refetchType: 'none' as const }] : []),
    ],
    doubts,
  });
}

/** Says no to the friends who invite the member into a circle; nobody is told (D30). */
export function useDeclineCircle(id: string) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => api.call('POST /api/circles/:id/invitations/decline', { params: { id }, keepalive: true }),
    meta: { failureTitle: t('dashboard.waiting.answerFailed') },
    onSuccess: () => settleWaiting(id),
    outdates: () => outdatedByCircle(id),
    doubts,
  });
}

type CircleAsk = Home['waiting']['circleRequests']['items'][number];

const answerCalls = {
  accept: 'POST /api/circles/:id/requests/:rid/accept',
  decline: 'POST /api/circles/:id/requests/:rid/decline',
} as const;

/** Lets somebody into a circle that the member keeps, or does not (D29). */
export function useAnswerCircleRequest(
  { circle, request: { id: rid } }: CircleAsk,
  answer: keyof typeof answerCalls,
) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: async () =>
      void (await api.call(answerCalls[answer], { params: { id: circle.id, rid }, keepalive: true })),
    meta: { failureTitle: t('dashboard.waiting.answerFailed') },
    onSuccess: () => settleWaiting(rid),
    outdates: () => outdatedByCircle(circle.id),
    doubts,
  });
}
