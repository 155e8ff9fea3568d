import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

/** What a mailed link does. A call accepts links of its own purpose only. */
export const linkPurposes = [
  'sign-in',
  'reset',
  'confirm',
  'change-email',
  'undo-email',
  'keep-account',
] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** What the answer to a consumed magic link reports. */
export interface LinkOutcome {
  isNewUser: boolean;
  passwordRemoved: boolean;
}

/** A link mailed to an address. Its token proves access to the mailbox (docs/decisions/0093). */
export interface AddressLink {
  /** SHA-256 of the token: a leaked database contains no working link. */
  _id: string;
  purpose: LinkPurpose;
  email: string;
  emailKey: string;
  /** The link's account. Null where that is whoever has the address, until the link is consumed. */
  userId: ObjectId | null;
  /** The return path and the invitation code, stored so that they survive a change of device (D9). */
  next: string | null;
  inviteCode: string | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  /** The session that a magic link started: the browser with that session may repeat the request (D10). */
  sessionId: string | null;
  /** Answers such a repeated request. */
  outcome: LinkOutcome | null;
  forgetAt: Date;
}

const outcomeSchema = new Schema<LinkOutcome>(
  { isNewUser: { type: Boolean, required: true }, passwordRemoved: { type: Boolean, required: true } },
  { _id: false },
);

export const addressLinkSchema = new Schema<AddressLink>({
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
});
addressLinkSchema.index({ emailKey: 1, purpose: 1, createdAt: -1 });
addressLinkSchema.index({ userId: 1 });
addressLinkSchema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });

declareMemberData(addressLinkSchema, {
  traces: [
    {
      find: ({ id }) => ({ userId: id }),
      exported: {
        as: 'mailedLinks',
        // An unused link to another address would reveal that no account has that address.
        isExported: ({ emailKey, usedAt }, reader) => usedAt !== null || emailKey === reader.emailKey,
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
    // Anybody may have requested links to this address.
    { find: ({ emailKey }) => ({ emailKey }), exported: null, erase: 'delete' },
  ],
  withheld: {
    _id: 'made of a secret',
    emailKey: 'the address again',
    userId: 'the member',
    next: 'a path of the site',
    inviteCode: 'belongs to the inviter',
    sessionId: 'made of a secret',
    outcome: 'said when the link was used',
    forgetAt: 'when the document goes',
  },
});
