import { profileVisibilities } from '@frens/contract/choices';
import { type Language, languages } from '@frens/contract/languages';
import { canonicalAddress } from '@frens/contract/mail-address';
import type { NotificationSettings } from '@frens/contract/notification-settings';
import { defaultPrivacy, mapSwitches, type PrivacySettings } from '@frens/contract/privacy';
import {
  emptyProfile,
  mapFields,
  type ProfileValues,
  profileFieldNames,
  ruleOf,
} from '@frens/contract/profile-fields';
import { Schema, type SchemaDefinition } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** A suspension by moderators: the member is hidden, and can only export their data or delete the account (D23). */
export interface Suspension {
  since: Date;
  /** Null: until moderators restore the member. */
  until: Date | null;
  /** Shown to the member. */
  reason: string;
}

export interface User extends ProfileValues {
  _id: ObjectId;
  username: string | null;
  /** The username in lower case: usernames are unique ignoring case. Absent until a name is chosen. */
  usernameKey?: string;
  /** The username with look-alike letters folded: no two usernames may look the same (D4). Absent until a name is chosen. */
  usernameSkeleton?: string;
  email: string;
  emailKey: string;
  emailVerified: boolean;
  /** The address was entered after sign-up; until it is confirmed, nobody can sign in with it (docs/decisions/0116). */
  hasTypedEmail?: boolean;
  pendingEmail: string | null;
  passwordHash: string | null;
  profileComplete: boolean;
  privacy: PrivacySettings;
  /** The Panda that grew from the first quiz. */
  pandaId: ObjectId | null;
  /** Denormalised count of the friendships (D35); counts in the Panda's quotient, also for a Panda created later. */
  friendCount: number;
  /** Denormalised count of the member's introductions that became friendships; absent before the first. */
  matchCount?: number;
  /** Incremented by transactions that check the member's counts or state before they write: concurrent ones conflict here, one retries. */
  countedActs?: number;
  lastSeenAt: Date | null;
  /** The mail settings that the member has changed from their defaults (D48). */
  notifications?: Partial<NotificationSettings>;
  /** Language of the last page they opened, and of their mails, whoever causes them (docs/decisions/0158). */
  language?: Language;
  /** When the last news mail went out: at most one an hour (D48). */
  toldOfNewsAt?: Date;
  /** When the last "you already have an account" mail went to the address, after somebody tried to sign up with it (D7). */
  toldAccountExistsAt?: Date;
  /** Soft delete: the account is hidden everywhere, and is erased at this time unless the member restores it (D46). */
  eraseAt?: Date;
  /** The erasure has begun and cannot be undone: the id that replaces the member's in the ledger, and their Panda's id. */
  erasing?: { as: ObjectId; pandaId: ObjectId | null };
  suspended?: Suspension;
  createdAt: Date;
}

const privacySchema = new Schema<PrivacySettings>(
  {
    profileVisibility: { type: String, enum: profileVisibilities, default: defaultPrivacy.profileVisibility },
    ...mapSwitches(() => ({ type: Boolean, required: true, default: true })),
  },
  { _id: false },
);

const profileSchema = mapFields(profileFieldNames, (field) => {
  const rule = ruleOf(field);
  if (rule.kind === 'list') return { type: [String], default: [] };
  const choices = rule.kind === 'choice' ? { enum: [...rule.choices, emptyProfile[field]] } : {};
  return { type: rule.kind === 'age' ? Number : String, ...choices, default: emptyProfile[field] };
  // Safe: the type is derived from the same table.
}) as Required<SchemaDefinition<ProfileValues>>;

export const userSchema = new Schema<User>({
  username: { type: String, default: null },
  usernameKey: { type: String },
  usernameSkeleton: { type: String },
  email: { type: String, required: true },
  emailKey: { type: String, required: true },
  emailVerified: { type: Boolean, default: false },
  hasTypedEmail: { type: Boolean },
  pendingEmail: { type: String, default: null },
  passwordHash: { type: String, default: null },
  ...profileSchema,
  profileComplete: { type: Boolean, default: false },
  privacy: { type: privacySchema, required: true },
  pandaId: { type: Schema.Types.ObjectId, default: null },
  friendCount: { type: Number, default: 0 },
  matchCount: { type: Number },
  countedActs: { type: Number },
  lastSeenAt: { type: Date, default: null },
  notifications: {
    type: new Schema<Partial<NotificationSettings>>(
      {
        mailMessages: { type: Boolean },
        mailRequests: { type: Boolean },
        mailIntroductions: { type: Boolean },
        mailInvitations: { type: Boolean },
      },
      { _id: false },
    ),
  },
  language: { type: String, enum: languages },
  toldOfNewsAt: { type: Date },
  toldAccountExistsAt: { type: Date },
  eraseAt: { type: Date },
  erasing: {
    type: new Schema(
      { as: Schema.Types.ObjectId, pandaId: { type: Schema.Types.ObjectId, default: null } },
      { _id: false },
    ),
  },
  suspended: {
    type: new Schema<Suspension>(
      { since: Date, until: { type: Date, default: null }, reason: String },
      { _id: false },
    ),
  },
  createdAt: { type: Date, required: true },
});
userSchema.index(
  { usernameKey: 1 },
  { unique: true, partialFilterExpression: { usernameKey: { $exists: true } } },
);
userSchema.index(
  { usernameSkeleton: 1 },
  { unique: true, partialFilterExpression: { usernameSkeleton: { $exists: true } } },
);
userSchema.index({ emailKey: 1 }, { unique: true });
userSchema.index({ createdAt: -1, _id: -1 });
// Browse: public members, newest first.
userSchema.index({ profileComplete: 1, 'privacy.profileVisibility': 1, createdAt: -1, _id: -1 });

/** Whether a member is hidden from all others, because of a pending deletion or a suspension (D16). */
export function isHidden({ eraseAt, suspended }: Pick<User, 'eraseAt' | 'suspended'>): boolean {
  return Boolean(eraseAt ?? suspended);
}

/** `isHidden` as a filter. */
export const hiddenFilter = { $or: [{ eraseAt: { $exists: true } }, { suspended: { $exists: true } }] };

/** The form in which usernames are compared; `canonicalAddress` does this for addresses. */
export function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/**
 * The name by which mails address a member. Empty while the address is unconfirmed: otherwise anybody could send a stranger a text
 * of their own as a name (docs/decisions/0116).
 */
export function mailNameOf({
  name,
  username,
  email,
  emailVerified,
}: Pick<User, 'name' | 'username' | 'email' | 'emailVerified'>): string {
  return emailVerified ? name || username || email : '';
}

/**
 * The address for mails to a member. Empty where the shown address belongs to another account, which happens to accounts that were
 * never confirmed (docs/decisions/0116).
 */
export function addressOf({ email, emailKey }: Pick<User, 'email' | 'emailKey'>): string {
  return canonicalAddress(email) === emailKey ? email : '';
}

/**
 * The language of mails to a member.
 *
 * @param fallback the language of the request that causes the mail, for members without a stored language
 */
export function mailLanguageOf({ language }: Pick<User, 'language'>, fallback: Language): Language {
  return language ?? fallback;
}

/** The `emailKey` of an account without an address of its own: it matches no address, and claims none. */
export function unclaimedKey(memberId: ObjectId): string {
  return `freed:${String(memberId)}`;
}

/**
 * The `emailKey` of an account whose confirmed address belongs to another account in another spelling: a magic link requested for
 * the address goes to both (docs/decisions/0257).
 */
export const sharedKey = (emailKey: string): string => `shared:${emailKey}`;

/** Whether a member's address belongs to another account as well. */
export function sharesAddress({ emailKey }: Pick<User, 'emailKey'>, other?: string): boolean {
  const shared = emailKey.replace(/^(shared:)+/, '');
  return shared !== emailKey && (other === undefined || shared === other);
}

/** The `emailKey` of a confirmed address; the unclaimed key otherwise, because an unconfirmed address may be a stranger's. */
export function ownEmailKey({
  _id,
  emailKey,
  emailVerified,
}: Pick<User, '_id' | 'emailKey' | 'emailVerified'>) {
  return emailVerified ? emailKey : unclaimedKey(_id);
}

/** Lock key that serialises the writers of one member's document. */
export function memberKey(id: ObjectId): string {
  return `member:${String(id)}`;
}

declareMemberData(userSchema, {
  traces: [
    {
      find: ({ id }) => ({ _id: id }),
      exported: {
        as: 'profile',
        fields: {
          id: '_id',
          username: 'username',
          email: 'email',
          emailVerified: 'emailVerified',
          pendingEmail: 'pendingEmail',
          ...mapFields(profileFieldNames, (field) => field),
          profileComplete: 'profileComplete',
          privacy: 'privacy',
          notifications: 'notifications',
          language: 'language',
          pandaId: 'pandaId',
          friendCount: 'friendCount',
          matchCount: 'matchCount',
          lastSeenAt: 'lastSeenAt',
          suspended: 'suspended',
          createdAt: 'createdAt',
        },
      },
      erase: 'delete',
    },
  ],
  withheld: {
    usernameKey: 'the name again',
    usernameSkeleton: 'how the name reads, made from it',
    countedActs: 'a place where writers meet',
    emailKey: 'the address again',
    hasTypedEmail: 'how the address came here, for signing in',
    passwordHash: 'a secret',
    toldOfNewsAt: 'says when a mail of ours went, nothing of the member',
    toldAccountExistsAt: 'about somebody else who typed the address',
    eraseAt: 'while it is set nobody is signed in to export anything',
    erasing: 'while it is set nobody is signed in to export anything',
  },
});
