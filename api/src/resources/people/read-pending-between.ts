import type { Person } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { batchFind } from '../../database/batch-loader.ts';
import { readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { readInvitedInto, readKeptRequests } from '../circles/read-waiting.ts';
import { showCircles } from '../circles/show-circles.ts';
import { pairOf } from '../connections/connection.model.ts';
import { presentMade, presentReceived } from '../matches/list-matches.ts';
import { openSince } from '../matches/match.policy.ts';
import type { User } from '../members/user.model.ts';
import type { MemberViewing } from '../pandas/panda.presenter.ts';

const { counted, waiting: shown } = limits.home;

/** Reads what awaits an answer between two members, each kind as its own list shows it, newest first. */
export async function readPendingBetween(
  services: Services,
  viewing: MemberViewing,
  other: User,
): Promise<Person['waiting']> {
  const { viewer } = viewing;
  const { Match, Membership } = services.db.models;
  const [matches, invitations, circleRequests] = await Promise.all([
    readNewest(
      Match,
      {
        pairs: pairOf(viewer._id, other._id),
        status: 'pending',
        createdAt: { $gt: openSince(services.clock.now()) },
      },
      counted,
    ),
    readInvitedInto(services, viewer, other).then((circles) => showCircles(services, viewing, circles)),
    batchFind(Membership, { userId: viewer._id }).then((memberships) =>
      readKeptRequests(services, viewer, memberships, other),
    ),
  ]);
  const isMade = ({ matchmakerId }: (typeof matches)[number]) => matchmakerId.equals(viewer._id);
  const [introductions, made] = await Promise.all([
    presentReceived(
      services,
      viewer,
      matches.filter((match) => !isMade(match)),
    ),
    presentMade(services, viewer, matches.filter(isMade)),
  ]);
  return {
    introductions: introductions.flatMap((match) => match ?? []).slice(0, shown),
    made: made.slice(0, shown),
    invitations: invitations.filter(({ wayIn }) => wayIn.kind === 'invited').slice(0, shown),
    circleRequests: circleRequests.slice(0, shown),
  };
}
