import { buildNotification, fixtureId } from '../fixtures/index.ts';
import type { PublicUser } from '../members.ts';
import { namedMember } from '../named-member.ts';
import type { Notification } from '../notifications.ts';
import type { Answers } from './answers.ts';
import type { Tie } from './typical-people.ts';

/** Notifications of the demo account: one for each event in the other answers, and a sign-in. */
export function typicalNotifications({
  ties,
  matches,
  matchesMade,
  circleRequests,
  circles,
  stakes,
  pandas,
  users,
}: Pick<Answers, 'matches' | 'matchesMade' | 'circleRequests' | 'circles' | 'stakes' | 'pandas'> & {
  ties: readonly Tie[];
  users: Map<string, PublicUser>;
}): Notification[] {
  const named = ({ id, name }: PublicUser) => ({ id, name });
  const told: Omit<Partial<Notification>, 'id'>[] = [];
  for (const { one, user } of ties) {
    const isAsker = one.requesterId === user.id;
    const isFriend = one.status === 'accepted';
    if (isFriend === isAsker) continue;
    const kind = isFriend ? 'accepted' : 'request';
    told.push({ kind, actor: namedMember(user), isRead: isFriend, createdAt: one.createdAt.toISOString() });
  }
  for (const { status, matchmaker, other, myAnswer, createdAt } of matches) {
    if (status === 'closed') continue;
    const isRead = myAnswer !== null;
    told.push({ kind: 'suggestion', actor: namedMember(matchmaker), other: named(other), isRead, createdAt });
  }
  for (const { status, user1, user2, createdAt } of matchesMade) {
    if (status !== 'accepted' || !user1) continue;
    const other = user2 && named(user2);
    told.push({ kind: 'introductionMade', actor: namedMember(user1), other, isRead: true, createdAt });
  }
  for (const [circleId, requests] of circleRequests) {
    const circle = circles.find(({ id }) => id === circleId);
    for (const { user, createdAt } of circle ? requests : [])
      told.push({
        kind: 'circleRequest',
        actor: namedMember(user),
        circle: { id: circleId, name: circle?.name ?? '' },
        createdAt,
      });
  }
  const joined = circles.find(
    ({ membership, circleType }) => membership === 'member' && circleType === 'invite',
  );
  if (joined)
    told.push({
      kind: 'circleAccepted',
      actor: null,
      circle: { id: joined.id, name: joined.name },
      isRead: true,
      createdAt: joined.createdAt,
    });
  const own = pandas.find(({ isMine }) => isMine);
  const backers = new Set<string>();
  for (const { pandaId, stakerId, createdAt } of stakes) {
    const user = users.get(stakerId);
    if (pandaId !== own?.id || !user || backers.has(stakerId)) continue;
    backers.add(stakerId);
    told.push({ kind: 'backer', actor: namedMember(user), pandaId, isRead: true, createdAt });
  }
  told.push({ kind: 'security', actor: null, event: 'newBrowser', createdAt: '2026-11-19T18:05:00.000Z' });
  return told
    .map((one, index) => buildNotification({ id: fixtureId('notification', index), ...one }))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
