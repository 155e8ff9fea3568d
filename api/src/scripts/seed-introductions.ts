import type { IntroductionRecord } from '@frens/contract/fixtures';
import { idFrom } from '../database/ids.ts';
import { pairOf } from '../resources/connections/connection.model.ts';
import type { MatchDoc } from '../resources/matches/match.model.ts';
import { notificationOf } from '../resources/notification-dispatch/notify.ts';
import type { NotificationDoc } from '../resources/notifications/notification.model.ts';

/** A pending introduction, as a request would store it. */
export function introductionOf(record: IntroductionRecord): MatchDoc {
  const { id, message, hasSecondAccepted, createdAt } = record;
  const { matchmakerId, user1Id, user2Id } = idsOf(record);
  const pair = pairOf(user1Id, user2Id);
  return {
    _id: idFrom(id),
    matchmakerId,
    user1Id,
    user2Id,
    pair,
    pairs: [pair, pairOf(matchmakerId, user1Id), pairOf(matchmakerId, user2Id)],
    message,
    status: 'pending',
    answer1: null,
    answer2: hasSecondAccepted ? 'accepted' : null,
    isThanked: false,
    createdAt,
    closedAt: null,
  };
}

/** The notifications of the two introduced members; one who has answered has read theirs. */
export function suggestionsOf(record: IntroductionRecord): NotificationDoc[] {
  const { id, hasSecondAccepted, createdAt } = record;
  const { matchmakerId, user1Id, user2Id } = idsOf(record);
  const fact = { kind: 'suggestion', actorId: matchmakerId, subjectId: idFrom(id) } as const;
  return [
    notificationOf({ ...fact, recipientId: user1Id }, createdAt),
    {
      ...notificationOf({ ...fact, recipientId: user2Id }, createdAt),
      readAt: hasSecondAccepted ? createdAt : null,
    },
  ];
}

function idsOf({ matchmakerId, user1Id, user2Id }: IntroductionRecord) {
  return { matchmakerId: idFrom(matchmakerId), user1Id: idFrom(user1Id), user2Id: idFrom(user2Id) };
}
