import type { Circle, Home } from '@frens/contract';
import { circleKey } from '@frens/members/queries';
import { api, queryKeys, toast, useAction, useTranslation } from '@frens/platform';
import { changeHome, completeStepOnHome, settleWaiting } from '../members/home-changes.ts';
import { circlePath } from '../paths.ts';

/** Whether the member is in a circle. */
export const isIn = ({ membership }: Circle): boolean => membership !== 'none' && membership !== 'requested';

/** Lists of circles are read anew when they are opened next. */
const outdatedByCircle = (id: string) => [
  { queryKey: queryKeys.circles, refetchType: 'none' as const },
  { queryKey: circleKey(id), refetchType: 'none' as const },
];
const doubts = [{ queryKey: queryKeys.circles }, { queryKey: queryKeys.home }];

/**
 * Goes into a circle, as proposed or as invited, where the way is open (D29, D30).
 *
 * @param told what says so: a toast, or the row itself
 */
export function useJoin({ id, name }: { id: string; name: string }, told: 'toast' | 'row' = 'toast') {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (_request: void, { idempotencyKey }) =>
      api.call('POST /api/circles/:id/join', { params: { id }, body: {}, idempotencyKey, keepalive: true }),
    meta: { failureTitle: t('dashboard.home.circle.joinFailed'), failureText: 'server' },
    onSuccess(circle) {
      settleWaiting(id);
      completeStepOnHome('circle');
      changeHome((home) => ({
        ...home,
        circles: home.circles.map((one) => (one.circle.id === id ? { ...one, circle } : one)),
      }));
      if (told === 'row') return;
      toast({
        title: t('dashboard.home.circle.joined.title'),
        description: t('dashboard.home.circle.joined.text'),
        tone: 'success',
        link: { label: t('dashboard.home.circle.open', { name }), to: circlePath(id) },
      });
    },
    outdates: () => outdatedByCircle(id),
    doubts,
  });
}

/** Says no to the friends who invite the member into a circle; nobody is told (D30). */
export function useDeclineCircle(id: string) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => api.call('POST /api/circles/:id/invitations/decline', { params: { id }, keepalive: true }),
    meta: { failureTitle: t('dashboard.waiting.answerFailed'), failureText: 'server' },
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
    meta: { failureTitle: t('dashboard.waiting.answerFailed'), failureText: 'server' },
    onSuccess: () => settleWaiting(rid),
    outdates: () => outdatedByCircle(circle.id),
    doubts,
  });
}
