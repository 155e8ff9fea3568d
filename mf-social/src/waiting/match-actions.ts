import type { MadeMatch, MatchAnswer, Person, ReceivedMatch } from '@frens/contract';
import {
  api,
  cachedWith,
  changeItems,
  queryKeys,
  readAgain,
  toast,
  useAction,
  useTranslation,
} from '@frens/platform';
import { candidatesKey, madeQuery, receivedQuery } from '../introductions/introductions.queries.ts';
import { outdatedByFriendship } from '../members/connection-changes.ts';
import { countFriendOnHome, removeWaiting } from '../members/home-changes.ts';
import { personKey } from '../members/person.queries.ts';

/**
 * Withdraws an introduction that still waits for answers.
 *
 * @param feedback what reports success: a toast, or the row itself
 */
export function useWithdrawMatch({ id, user1, user2 }: MadeMatch, feedback: 'toast' | 'row' = 'toast') {
  const { t } = useTranslation('mf-social');
  const gone = t('dashboard.matchmaker.history.gone');
  return useAction({
    send: () => api.call('DELETE /api/matches/:id', { params: { id }, keepalive: true }),
    meta: { failureTitle: t('dashboard.matchmaker.history.withdrawFailed') },
    onSuccess() {
      changeItems<MadeMatch>(madeQuery.queryKey, (one) =>
        one.id === id ? { ...one, status: 'closed' } : one,
      );
      removeWaiting(id);
      if (feedback === 'row') return;
      toast({
        title: t('dashboard.matchmaker.history.withdrawn.title'),
        description: t('dashboard.matchmaker.history.withdrawn.description', {
          one: user1?.name ?? gone,
          other: user2?.name ?? gone,
        }),
        tone: 'success',
      });
    },
    outdates: () => [{ queryKey: candidatesKey }],
    doubts: [{ queryKey: madeQuery.queryKey }],
  });
}

const answerCalls = {
  accepted: 'POST /api/matches/:id/accept',
  declined: 'POST /api/matches/:id/decline',
} as const;

/** Accepts or declines an introduction (D25). */
export function useAnswerMatch({ id, other, matchmaker }: ReceivedMatch, answer: MatchAnswer) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => api.call(answerCalls[answer], { params: { id }, keepalive: true }),
    meta: { failureTitle: t('dashboard.matches.failed') },
    onSuccess(match) {
      changeItems<ReceivedMatch>(receivedQuery.queryKey, (one) => (one.id === id ? match : one));
      removeWaiting(id);
      // The row itself reports every other outcome.
      if (match.status !== 'accepted') return;
      // The answer lacks the new friendship's id, so the list refetches.
      readAgain([{ queryKey: queryKeys.connections }]);
      countFriendOnHome(other);
      toast({
        title: t('dashboard.matches.accepted.title', { name: other.name }),
        description: t('dashboard.matches.accepted.description', {
          name: other.name,
          matchmaker: matchmaker.name,
        }),
        tone: 'success',
      });
    },
    // After accepting, the member can still change their mind on the person's page.
    outdates: (match) =>
      match.status === 'accepted'
        ? outdatedByFriendship(other.id)
        : [cachedWith(personKey, ({ id: personId }: Person) => [other.id, matchmaker.id].includes(personId))],
    doubts: [{ queryKey: receivedQuery.queryKey }, { queryKey: queryKeys.home }],
  });
}
