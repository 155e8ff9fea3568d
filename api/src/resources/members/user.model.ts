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

/** Moderators keep a member away: nobody sees them, and signed in they can only take their data along or end their account (D23). */
export interface Suspension {
  since: Date;
  /** Null: until moderators restore the member. */
  until: Date | null;
  /** What the member is told of why. */
  reason: string;
}

export interface User extends ProfileValues {
  _id: ObjectId;
  username: string | null;
  /** The name in lower case: names are unique ignoring case. Absent until a name is chosen. */
  usernameKey?: string;
  /** How the name reads: no two names read the same (D4). Absent until a name is chosen. */
  usernameSkeleton?: string;
  email: string;
  emailKey: string;
  emailVerified: boolean;
  /** The address was typed into the account after it was made; while it is not confirmed it signs nobody in (docs/decisions/0116). */
  hasTypedEmail?: boolean;
  pendingEmail: string | null;
  passwordHash: string | null;
  profileComplete: boolean;
  privacy: PrivacySettings;
  /** The Panda that grew from the first quiz. */
  pandaId: ObjectId | null;
  /** Stored total of the friendships (D35); counts in the Panda's quotient, also in one that is still to come. */
  friendCount: number;
  /** Stored total of the introductions they made that became friendships, as `friendCount`; absent before the first. */
  matchCount?: number;
  /** Raised by whatever counts what the member has before adding to it: two that count at once meet here. */
  countedActs?: number;
  lastSeenAt: Date | null;
  /** Which mails they want, as far as they chose (D48). */
  notifications?: Partial<NotificationSettings>;
  /** In which language they last opened the site: that of their mails, whoever causes them (docs/decisions/0158). */
  language?: Language;
  /** When a mail last told them of news: at most once an hour (D48). */
  toldOfNewsAt?: Date;
  /** When the owner of the address was last told that somebody signed up with it (D7). */
  toldAccountExistsAt?: Date;
  /** The account has ended: hidden everywhere until it is erased then, or kept (D46). */
  eraseAt?: Date;
  /** Its erasure has begun and can no longer be undone: the id that its ledger is kept under, and the Panda it had. */
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
  // Safe: types follow the same table.
}) as Required<SchemaDefinition<ProfileValues>>;

export const userSchema = new Schema<User>(
  {
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
  },
  { versionKey: false },
);
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
// Browse: those whom everybody finds, newest first.
userSchema.index({ profileComplete: 1, 'privacy.profileVisibility': 1, createdAt: -1, _id: -1 });

/** Whether nothing of a member is shown to others, because the account has ended or is suspended (D16). */
export function isHidden({ eraseAt, suspended }: Pick<User, 'eraseAt' | 'suspended'>): boolean {
  return Boolean(eraseAt ?? suspended);
}

/** Picks the members of whom that is true. */
export const hiddenFilter = { $or: [{ eraseAt: { $exists: true } }, { suspended: { $exists: true } }] };

/** How names are compared; addresses have a form of their own (`canonicalAddress`). */
export function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/**
 * What mails call a member; empty while the address is not confirmed: what somebody typed as their name must not reach its reader, who may
 * be anybody (docs/decisions/0116).
 */
export function nameOf({
  name,
  username,
  email,
  emailVerified,
}: Pick<User, 'name' | 'username' | 'email' | 'emailVerified'>): string {
  return emailVerified ? name || username || email : '';
}

/**
 * Where mails to a member go; empty where the address is not theirs: an account that was never confirmed may show one that somebody else
 * has (docs/decisions/0116).
 */
export function addressOf({ email, emailKey }: Pick<User, 'email' | 'emailKey'>): string {
  return canonicalAddress(email) === emailKey ? email : '';
}

/**
 * The language of what is written to a member.
 *
 * @param fallback that of the request which causes it, for whoever has not opened the site since theirs is kept
 */
export function languageOf({ language }: Pick<User, 'language'>, fallback: Language): Language {
  return language ?? fallback;
}

/** Stands for an address that somebody typed and does not have: it finds nobody, and keeps it from nobody. */
export function unclaimedKey(memberId: ObjectId): string {
  return `freed:${String(memberId)}`;
}

/**
 * Stands for an address that a member confirmed in another spelling than who has it now: asking for a link by it mails one to each
 * (docs/decisions/0257).
 */
export const sharedKey = (emailKey: string): string => `shared:${emailKey}`;

/** Whether a member shares an address with who has it. */
export function sharesAddress({ emailKey }: Pick<User, 'emailKey'>, other?: string): boolean {
  const shared = emailKey.replace(/^(shared:)+/, '');
  return shared !== emailKey && (other === undefined || shared === other);
}

/** The address that is surely a member's, as addresses are compared; one that is not confirmed may be anybody's. */
export function ownEmailKey({
  _id,
  emailKey,
  emailVerified,
}: Pick<User, '_id' | 'emailKey' | 'emailVerified'>) {
  return emailVerified ? emailKey : unclaimedKey(_id);
}

/** Writers of one member's document wait in line by this key. */
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
