import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** What a link in a mail is good for. A link of one purpose is nothing to the calls of another. */
export const linkPurposes = [
  'sign-in',
  'reset',
  'confirm',
  'change-email',
  'undo-email',
  'keep-account',
] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** What the member is told when a magic link was used. */
export interface LinkOutcome {
  isNewUser: boolean;
  passwordRemoved: boolean;
}

/** A link sent to an address: who opens it has shown that they read its mail (docs/decisions/0093). */
export interface AddressLink {
  /** SHA-256 of the token: who reads the database cannot use it. */
  _id: string;
  purpose: LinkPurpose;
  email: string;
  emailKey: string;
  /** The account it is about; where it is about whoever has the address, the one it was used for. */
  userId: ObjectId | null;
  /** Where to go afterwards, and who invited: they survive another device (D9). */
  next: string | null;
  inviteCode: string | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  /** The session that was made with it: the browser that holds it may ask again (D10). */
  sessionId: string | null;
  /** What the member was told when it was used, to be said again. */
  outcome: LinkOutcome | null;
  forgetAt: Date;
}

const outcomeSchema = new Schema<LinkOutcome>(
  { isNewUser: { type: Boolean, required: true }, passwordRemoved: { type: Boolean, required: true } },
  { _id: false },
);

export const addressLinkSchema = new Schema<AddressLink>(
  {
    _id: { type: String, required: true },
    purpose: { type: String, enum: linkPurposes, required: true },
    email: { type: String, required: true },
    emailKey: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, default: null },
    next: { type: String, default: null },
    inviteCode: { type: String, default: null },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    usedAt: { type: Date, default: null },
    sessionId: { type: String, default: null },
    outcome: { type: outcomeSchema, default: null },
    forgetAt: { type: Date, required: true },
  },
  { versionKey: false },
);
addressLinkSchema.index({ emailKey: 1, purpose: 1, createdAt: -1 });
addressLinkSchema.index({ userId: 1 });
addressLinkSchema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

declareMemberData(addressLinkSchema, {
  traces: [
    {
      find: ({ id }) => ({ userId: id }),
      exported: {
        as: 'mailedLinks',
        // A link that was sent to an address and not opened tells that nobody else has the address.
        isTold: ({ emailKey, usedAt }, reader) => usedAt !== null || emailKey === reader.emailKey,
        fields: {
          purpose: 'purpose',
          email: 'email',
          createdAt: 'createdAt',
          expiresAt: 'expiresAt',
          usedAt: 'usedAt',
        },
      },
      erase: 'delete',
    },
    // Anybody may have asked for them.
    { find: ({ emailKey }) => ({ emailKey }), exported: null, erase: 'delete' },
  ],
  withheld: {
    _id: 'made of a secret',
    emailKey: 'the address again',
    userId: 'the member',
    next: 'a path of the site',
    inviteCode: 'belongs to who invited',
    sessionId: 'made of a secret',
    outcome: 'said when the link was used',
    forgetAt: 'when the document goes',
  },
});
