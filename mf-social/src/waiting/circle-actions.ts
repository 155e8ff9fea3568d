import type { Home } from '@frens/contract';
import { circleKey } from '@frens/members/queries';
import { api, queryKeys, toast, useAction, useTranslation } from '@frens/platform';
import { joinCircleOnHome, removeWaiting } from '../members/home-changes.ts';

/** Lists of circles refetch when they next open. */
const outdatedByCircle = (id: string) => [
  { queryKey: queryKeys.circles, refetchType: 'none' as const },
  { queryKey: circleKey(id), refetchType: 'none' as const },
];
const doubts = [{ queryKey: queryKeys.circles }, { queryKey: queryKeys.home }];

/**
 * Joins an open circle, as suggested or by invitation (D29, D30).
 *
 * @param onJoined navigates into the circle, with a toast; without it, the row reports the success
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
      removeWaiting(id);
      joinCircleOnHome(id);
    },
    // The home refetches when it next opens, as after joining anywhere else.
    outdates: () => [
      ...outdatedByCircle(id),
      ...(onJoined ? [{ queryKey: queryKeys.home, refetchType: 'none' as const }] : []),
    ],
    doubts,
  });
}

/** Declines all invitations into a circle; the inviters are not notified (D30). */
export function useDeclineCircle(id: string) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => api.call('POST /api/circles/:id/invitations/decline', { params: { id }, keepalive: true }),
    meta: { failureTitle: t('dashboard.waiting.answerFailed') },
    onSuccess: () => removeWaiting(id),
    outdates: () => outdatedByCircle(id),
    doubts,
  });
}

type CircleAsk = Home['waiting']['circleRequests']['items'][number];

const answerCalls = {
  accept: 'POST /api/circles/:id/requests/:rid/accept',
  decline: 'POST /api/circles/:id/requests/:rid/decline',
} as const;

/** Accepts or declines a request to join a circle that the member keeps (D29). */
export function useAnswerCircleRequest(
  { circle, request: { id: rid } }: CircleAsk,
  answer: keyof typeof answerCalls,
) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: async () =>
      void (await api.call(answerCalls[answer], { params: { id: circle.id, rid }, keepalive: true })),
    meta: { failureTitle: t('dashboard.waiting.answerFailed') },
    onSuccess: () => removeWaiting(rid),
    outdates: () => outdatedByCircle(circle.id),
    doubts,
  });
}
