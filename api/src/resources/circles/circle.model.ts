import { type CircleRole, type CircleType, circleRoles, circleTypes } from '@frens/contract/choices';
import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

export interface CircleDoc {
  _id: ObjectId;
  name: string;
  description: string;
  circleType: CircleType;
  ownerId: ObjectId;
  /** Stored total of the memberships (D35). */
  memberCount: number;
  gatePandaId: ObjectId | null;
  /** Hundredths. */
  gateMinAmount: number | null;
  createdAt: Date;
  /** Only of one that its owner has ended: nobody sees it, and it is erased later (D32). */
  endedAt?: Date;
  /** Moderators have removed it: for everybody it is as if it had ended, until they bring it back (D23). */
  removedAt?: Date;
}

/** Who answers, invites by links and removes (D29, D30, D32). */
export const keeperRoles: CircleRole[] = ['owner', 'admin'];

/** Picks the circles that are there for everybody. */
export const notEnded = { endedAt: { $exists: false }, removedAt: { $exists: false } } as const;

export const circleSchema = new Schema<CircleDoc>(
  {
    name: { type: String, required: true },
    description: { type: String, default: '' },
    circleType: { type: String, enum: circleTypes, required: true },
    ownerId: { type: Schema.Types.ObjectId, required: true },
    memberCount: { type: Number, required: true },
    gatePandaId: { type: Schema.Types.ObjectId, default: null },
    gateMinAmount: { type: Number, default: null },
    createdAt: { type: Date, required: true },
    endedAt: Date,
    removedAt: Date,
  },
  { versionKey: false },
);
circleSchema.index({ createdAt: -1, _id: -1 });
circleSchema.index({ ownerId: 1, createdAt: -1 });
circleSchema.index({ gatePandaId: 1 });

export interface MembershipDoc {
  _id: ObjectId;
  circleId: ObjectId;
  userId: ObjectId;
  role: CircleRole;
  createdAt: Date;
  /** Only of who has said it: whether they are told of each new notice (D68). */
  wantsNotices?: boolean;
}

export const membershipSchema = new Schema<MembershipDoc>(
  {
    circleId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    role: { type: String, enum: circleRoles, required: true },
    createdAt: { type: Date, required: true },
    wantsNotices: Boolean,
  },
  { versionKey: false },
);
membershipSchema.index({ circleId: 1, userId: 1 }, { unique: true });
membershipSchema.index({ userId: 1, circleId: 1 });
// Who is in a circle, newest first.
membershipSchema.index({ circleId: 1, createdAt: -1, _id: -1 });
// Its admins, who answer, and of whom the first gets a circle whose owner goes (D32): few among many.
membershipSchema.index(
  { role: 1, circleId: 1, createdAt: 1, _id: 1 },
  { partialFilterExpression: { role: 'admin' } },
);
// Who is told of its notices, of whom there may be few among many.
membershipSchema.index({ circleId: 1, _id: 1 }, { partialFilterExpression: { wantsNotices: true } });

/** Writers of one circle's document wait in line by this key. */
export function circleKey(id: ObjectId): string {
  return `circle:${String(id)}`;
}

declareMemberData(circleSchema, {
  traces: [
    {
      find: ({ id }) => ({ ownerId: id }),
      exported: {
        as: 'ownCircles',
        fields: {
          id: '_id',
          name: 'name',
          description: 'description',
          circleType: 'circleType',
          memberCount: 'memberCount',
          gatePandaId: 'gatePandaId',
          gateMinAmount: 'gateMinAmount',
          createdAt: 'createdAt',
          endedAt: 'endedAt',
        },
      },
      // By then a circle with other members has another owner (D32).
      erase: 'delete',
    },
    {
      // A gate to a Panda that is gone lets nobody in: from then on any Panda does, for the same amount.
      find: ({ pandaId }) => ({ gatePandaId: pandaId ?? { $in: [] } }),
      exported: null,
      erase: { set: { gatePandaId: null } },
    },
  ],
  withheld: { ownerId: 'the member', removedAt: 'the moderators’ own' },
});

declareMemberData(membershipSchema, {
  traces: [
    {
      find: ({ id }) => ({ userId: id }),
      exported: {
        as: 'circles',
        fields: { circleId: 'circleId', role: 'role', createdAt: 'createdAt', wantsNotices: 'wantsNotices' },
      },
      erase: 'delete',
    },
  ],
  withheld: { _id: 'nothing else names it', userId: 'the member' },
});
