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
  /** Denormalised counter of the memberships (D35). */
  memberCount: number;
  gatePandaId: ObjectId | null;
  /** Hundredths. */
  gateMinAmount: number | null;
  createdAt: Date;
  /** When the owner ended the circle (soft delete): nobody sees it, and a job erases it later (D32). */
  endedAt?: Date;
  /** When moderators removed the circle: it looks ended to everybody until they restore it (D23). */
  removedAt?: Date;
}

/** Keepers of a circle answer requests, create invitation links and remove members (D29, D30, D32). */
export const keeperRoles: CircleRole[] = ['owner', 'admin'];

/** The filter for circles that are neither ended nor removed. */
export const notEnded = { endedAt: { $exists: false }, removedAt: { $exists: false } } as const;

/** Whether that filter would leave a circle out. */
export const isEnded = ({ endedAt, removedAt }: CircleDoc) => Boolean(endedAt ?? removedAt);

export const circleSchema = new Schema<CircleDoc>({
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
});
circleSchema.index({ createdAt: -1, _id: -1 });
circleSchema.index({ ownerId: 1, createdAt: -1 });
circleSchema.index({ gatePandaId: 1 });

export interface MembershipDoc {
  _id: ObjectId;
  circleId: ObjectId;
  userId: ObjectId;
  role: CircleRole;
  createdAt: Date;
  /** Whether the member is notified of each new post (D68); absent until they choose. */
  wantsNotices?: boolean;
}

export const membershipSchema = new Schema<MembershipDoc>({
  circleId: { type: Schema.Types.ObjectId, required: true },
  userId: { type: Schema.Types.ObjectId, required: true },
  role: { type: String, enum: circleRoles, required: true },
  createdAt: { type: Date, required: true },
  wantsNotices: Boolean,
});
membershipSchema.index({ circleId: 1, userId: 1 }, { unique: true });
membershipSchema.index({ userId: 1, circleId: 1 });
// A circle's members, newest first.
membershipSchema.index({ circleId: 1, createdAt: -1, _id: -1 });
// The admins, who answer requests and inherit the circle (D32): partial, because they are few.
membershipSchema.index(
  { role: 1, circleId: 1, createdAt: 1, _id: 1 },
  { partialFilterExpression: { role: 'admin' } },
);
// The members notified of posts: partial, because they may be few.
membershipSchema.index({ circleId: 1, _id: 1 }, { partialFilterExpression: { wantsNotices: true } });

/** The lock key for writing a circle's document. */
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
      // A circle with other members has been transferred before (D32).
      erase: 'delete',
    },
    {
      // Nobody could pass a gate without its Panda, so the gate counts stakes on any Panda from then on.
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
