import { ageRanges, genders } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { picturePath } from '@frens/contract/picture-files';
import { defaultPrivacy } from '@frens/contract/privacy';
import { emptyProfile } from '@frens/contract/profile-fields';
import { skeletonOf } from '@frens/contract/usernames';
import { day } from '../../src/clock.ts';
import { serverLimits } from '../../src/limits.ts';
import { pairOf } from '../../src/resources/connections/connection.model.ts';
import { memberEntryOf } from '../../src/resources/members/member-entry.ts';
import type { User } from '../../src/resources/members/user.model.ts';
import {
  friendSteps,
  friendsOf,
  idOf,
  inviteCode,
  pictureName,
  type Size,
  starFriends,
  starOf,
  timeOf,
} from './shape.ts';
import { memberNameOf, occupationOf } from './texts.ts';

export function* members(size: Size): Generator<object> {
  const bands = Object.values(ageRanges);
  for (let n = 0; n < size.members; n += 1) {
    const band = bands[n % bands.length] ?? bands[0];
    yield {
      ...emptyProfile,
      _id: idOf('member', n),
      username: `bench${n}`,
      usernameKey: `bench${n}`,
      usernameSkeleton: skeletonOf(`bench${n}`),
      email: `bench${n}@frens.example`,
      emailKey: `bench${n}@frens.example`,
      emailVerified: true,
      pendingEmail: null,
      passwordHash: null,
      name: memberNameOf(n),
      age: (band?.from ?? limits.age.min) + (n % 9),
      // One in a thousand, for a filter with few matches.
      gender: n % 1000 === 500 ? 'non-binary' : genders[n % 2 === 0 ? 0 : 1],
      lookingFor: 'everyone',
      bio: 'I like long walks, good coffee and people who tell stories.',
      occupation: occupationOf(n),
      profileImage: n === 0 ? picturePath(pictureName) : '',
      interests: ['walking', 'coffee', 'stories'],
      location: 'Lisbon',
      profileComplete: true,
      privacy: { ...defaultPrivacy, profileVisibility: n % 20 === 19 ? 'friends' : 'public' },
      pandaId: n % 2 === 0 ? idOf('panda', n / 2) : null,
      friendCount: friendsOf(n, size),
      lastSeenAt: null,
      createdAt: timeOf(n),
    };
  }
}

/** The members' search entries, as requests would write them. */
export function* memberEntries(size: Size): Generator<object> {
  let n = 0;
  for (const member of members(size)) {
    // Safe: these generators yield complete documents.
    const entry = memberEntryOf(
      member as User,
      friendNumbers(n, size).map((friend) => idOf('member', friend)),
    );
    if (entry) yield entry;
    n += 1;
  }
}

function friendNumbers(n: number, size: Size): number[] {
  const { members: count } = size;
  const near = friendSteps.flatMap((step) => [(n + step) % count, (((n - step) % count) + count) % count]);
  return n > 0 && n <= starOf(size) && !near.includes(0) ? [...near, 0] : near;
}

/** A picture document of realistic size with meaningless bytes. */
export function* pictures(): Generator<object> {
  const [large, small] = [Buffer.alloc(40_000, 7), Buffer.alloc(3000, 7)];
  yield { _id: idOf('member', 0), name: pictureName, large, small, createdAt: timeOf(0) };
}

/** A fresh link by the real clock, which readers check it against. */
export function* inviteLinks(): Generator<object> {
  const expiresAt = new Date(Date.now() + serverLimits.inviteLink.days * day);
  yield { _id: inviteCode, inviterId: idOf('member', 0), createdAt: timeOf(0), expiresAt, uses: 3 };
}

/** Messages between the first two members. */
export function* friendMessages(): Generator<object> {
  for (let n = 0; n < 40; n += 1) {
    yield {
      _id: idOf('other', n),
      connectionId: idOf('other', 0),
      senderId: idOf('member', n % 2),
      recipientId: idOf('member', (n + 1) % 2),
      text: 'Are you coming along on Sunday?',
      createdAt: timeOf(n),
      withdrawnAt: null,
    };
  }
}

/** Notifications: hundreds about backers for the first member, and one for each other. */
export function* notifications(size: Size): Generator<object> {
  for (let n = 1; n < size.members; n += 1) {
    const fact = { actorId: idOf('member', n), subjectId: idOf('panda', 0), event: null };
    // Recent, because older ones have expired.
    const createdAt = new Date(Date.now() - n * 1000);
    const times = { createdAt, readAt: n % 3 === 0 ? createdAt : null, mailedAt: null };
    if (n <= 500)
      yield {
        _id: idOf('notification', n),
        recipientId: idOf('member', 0),
        kind: 'backer',
        ...fact,
        ...times,
      };
    yield {
      _id: idOf('notification', size.members + n),
      recipientId: idOf('member', n),
      kind: 'security',
      ...fact,
      actorId: null,
      subjectId: null,
      event: 'newBrowser',
      ...times,
    };
  }
}

export function* connections(size: Size): Generator<object> {
  let id = 0;
  const connect = (from: number, to: number) => ({
    _id: idOf('other', id++),
    pair: pairOf(idOf('member', from), idOf('member', to)),
    requesterId: idOf('member', from),
    addresseeId: idOf('member', to),
    status: 'accepted',
    note: '',
    source: 'browse',
    createdAt: timeOf(id % size.members),
    respondedAt: timeOf(id % size.members),
    askedAgain: 0,
    takenBack: false,
  });
  for (let n = 0; n < size.members; n += 1) {
    for (const step of friendSteps) yield connect(n, (n + step) % size.members);
  }
  for (const other of starFriends(size)) yield connect(0, other);
}
