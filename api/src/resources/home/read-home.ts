import type { FirstSteps, Home, Panda } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import { readOne } from '../../database/batch-loader.ts';
import { serverLimits } from '../../limits.ts';
import { readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { readInvitedInto } from '../circles/read-waiting.ts';
import { showCircles } from '../circles/show-circles.ts';
import { readOpen } from '../matches/list-matches.ts';
import type { User } from '../members/user.model.ts';
import { shownPandas } from '../pandas/find-content.ts';
import { type MemberViewing, presentPandas } from '../pandas/panda.presenter.ts';
import { type OwnRelations, readOwnRelations } from '../proposals/own-relations.ts';
import { presentProposal } from '../proposals/present-listed.ts';
import { proposeFew } from '../proposals/propose-people.ts';
import { findVisibleMembers } from '../visibility/visibility.ts';
import { grantsOf, walletOf } from '../wallet/ledger.ts';
import { proposeCircles } from './propose-circles.ts';
import { readNews } from './read-news.ts';
import { fewOf, readWaiting } from './read-waiting.ts';

/**
 * All that the dashboard shows above its tabs (D69). Each part is presented by what presents it for its own call, so that it shows nothing which
 * that would not show; what several parts need is read once, and reads of the same moment are batched.
 */
export async function readHome(services: Services, viewing: MemberViewing): Promise<Home> {
  const { viewer } = viewing;
  // What several parts need is one promise, so that each part goes on when it has what it waits for.
  const { friends: most } = serverLimits.proposals;
  const ownRelationsPromise = readOwnRelations(services, viewer, findVisibleMembers, {
    most: most + 1,
    looked: most,
  });
  const friendsPromise = ownRelationsPromise.then((own) => own.seeFriends());
  const { Account, Notification } = services.db.models;
  const notificationsPromise = readNewest(
    Notification,
    { recipientId: viewer._id },
    serverLimits.home.notifications,
  );
  const [own, friends, waiting, people, circles, news, introductions, panda, account, grants] =
    await Promise.all([
      ownRelationsPromise,
      friendsPromise,
      readWaiting(services, viewer, ownRelationsPromise, notificationsPromise),
      viewer.profileComplete ? proposeFew(services, viewer, ownRelationsPromise) : [],
      readCircles(services, viewing, ownRelationsPromise),
      readNews(services, viewing, ownRelationsPromise, friendsPromise, notificationsPromise),
      readOpen(services, viewer, limits.home.counted),
      readPanda(services, viewing),
      readOne(Account, walletOf(viewer._id)),
      grantsOf(services, viewer._id),
    ]);
  const unanswered = introductions.filter(({ myAnswer }) => myAnswer === null);
  return {
    waiting: { ...waiting, introductions: fewOf(unanswered), invitations: fewOf(circles.invitations) },
    news,
    people: people.slice(0, limits.home.people).map(presentProposal),
    circles: circles.proposed,
    panda,
    wallet: { balance: toBamboo(account?.balance ?? 0), staked: toBamboo(account?.staked ?? 0) },
    figures: {
      connections: friends.size,
      hasMoreConnections: own.friendships.length > most,
      matchesMade: viewer.matchCount ?? 0,
      matchRequests: introductions.length,
    },
    firstSteps: { steps: stepsOf(viewer, own), onlyCircle: onlyCircleOf(own), grants },
  };
}

/** Circles that friends invite into and those that are proposed, shown together. */
async function readCircles(services: Services, viewing: MemberViewing, own: Promise<OwnRelations>) {
  const { viewer } = viewing;
  // Who has no whole profile yet comes into none.
  if (!viewer.profileComplete) return { invitations: [], proposed: [] };
  const [invited, proposed] = await Promise.all([
    readInvitedInto(services, viewer),
    proposeCircles(services, viewing, own),
  ]);
  const circles = new Map([...invited, ...proposed.circles].map((circle) => [String(circle._id), circle]));
  const shown = await showCircles(
    services,
    viewing,
    [...circles.values()],
    own.then(({ memberships }) => memberships),
  );
  return {
    invitations: shown.filter(({ wayIn }) => wayIn.kind === 'invited'),
    proposed: proposed.choose(shown),
  };
}

/** What a member has done of what one does first (D56). */
function stepsOf(
  { profileComplete, bio, interests, friendCount }: User,
  { memberships }: OwnRelations,
): FirstSteps['steps'] {
  return {
    profile: profileComplete && bio !== '' && interests.length > 0,
    circle: memberships.length > 0,
    fren: friendCount > 0,
  };
}

function onlyCircleOf({ memberships: [first, second] }: OwnRelations): string | null {
  return first && !second ? String(first.circleId) : null;
}

async function readPanda(services: Services, viewing: MemberViewing): Promise<Panda | null> {
  const { _id, pandaId } = viewing.viewer;
  const pandas = pandaId ? await shownPandas(services, _id, [pandaId]) : [];
  const [panda] = await presentPandas(services, viewing, pandas);
  return panda ?? null;
}
