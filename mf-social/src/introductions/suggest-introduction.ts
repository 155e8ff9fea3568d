import type { CallBody, FriendCandidates, MatchCandidate, PublicUser } from '@frens/contract';
import { addItem, api, changeItems, toast, useAction, useTranslation } from '@frens/platform';
import { candidatesKey, madeQuery } from './introductions.queries.ts';

/** Introduces two members, one of whom is a friend (D25). */
export function useSuggestIntroduction({ id, name }: Pick<PublicUser, 'id' | 'name'>) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (body: CallBody<'POST /api/matches'>, { idempotencyKey }) =>
      api.call('POST /api/matches', { body, idempotencyKey }),
    meta: { failureTitle: t('dashboard.matchmaker.failed'), failureText: 'message' },
    onSuccess(match, { user1Id, user2Id }) {
      addItem(madeQuery, match);
      const otherId = user1Id === id ? user2Id : user1Id;
      const isOther = ({ user }: MatchCandidate) => user.id === otherId;
      changeItems<FriendCandidates>(candidatesKey, (one) =>
        one.friend.id === id
          ? { ...one, candidates: one.candidates?.filter((candidate) => !isOther(candidate)) ?? null }
          : one,
      );
      toast({
        title: t('dashboard.matchmaker.suggested.title'),
        description: t('dashboard.matchmaker.suggested.description', { name }),
        tone: 'success',
      });
    },
    // The other member's candidates shrink by one, too.
    outdates: () => [{ queryKey: candidatesKey, refetchType: 'none' as const }],
    doubts: [{ queryKey: candidatesKey }],
  });
}
