import { canonicalAddress } from '@frens/contract/mail-address';
import { skeletonOf } from '@frens/contract/usernames';
import { newId } from '../database/ids.ts';
import { type ConnectionDoc, pairOf } from '../resources/connections/connection.model.ts';
import { memberEntryOf } from '../resources/members/member-entry.ts';
import type { User } from '../resources/members/user.model.ts';
import type { Services } from '../services.ts';
import type { TestApp } from './test-app.ts';

/** Registers a member as a template for `addStrangers`. */
export async function addExample(app: TestApp): Promise<User> {
  const { id } = await app.member();
  return app.services.db.models.User.findById(id).orFail().lean();
}

/** Bulk-inserts copies of a member without ties, for model tests that need new members for each sequence. */
export async function addStrangers({ db }: Services, like: User, count: number): Promise<User[]> {
  const members = Array.from({ length: count }, (): User => {
    const _id = newId();
    const username = String(_id);
    const email = `${username}@frens.example`;
    const keys = {
      usernameKey: username,
      usernameSkeleton: skeletonOf(username),
      emailKey: canonicalAddress(email),
    };
    return { ...like, _id, username, email, ...keys };
  });
  await db.models.User.insertMany(members);
  await db.models.MemberEntry.insertMany(members.map((member) => memberEntryOf(member)));
  return members;
}

/** Bulk-inserts friendships. */
export async function addFriendships(
  { db, clock }: Services,
  pairs: ReadonlyArray<readonly [User, User]>,
): Promise<void> {
  const now = clock.now();
  const made = pairs.map(
    ([one, other]): ConnectionDoc => ({
      _id: newId(),
      pair: pairOf(one._id, other._id),
      requesterId: one._id,
      addresseeId: other._id,
      status: 'accepted',
      note: '',
      source: 'browse',
      createdAt: now,
      respondedAt: now,
      askedAgain: 0,
      takenBack: false,
    }),
  );
  await db.models.Connection.insertMany(made);
  await db.models.User.bulkWrite(
    pairs.flat().map(({ _id }) => ({ updateOne: { filter: { _id }, update: { $inc: { friendCount: 1 } } } })),
  );
}
