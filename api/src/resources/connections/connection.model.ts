import { type ConnectionStatus, connectionStatuses } from '@frens/contract/choices';
import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData, type Exported } from '../../database/member-data.ts';
import { statusFor } from './connection.policy.ts';

/** The connection of two members in any state: one document per pair (D19). */
export interface ConnectionDoc {
  _id: ObjectId;
  /** Both ids, the smaller first: the unique key. */
  pair: string;
  requesterId: ObjectId;
  addresseeId: ObjectId;
  status: ConnectionStatus;
  note: string;
  source: 'browse' | 'match' | 'invite';
  createdAt: Date;
  respondedAt: Date | null;
  /** How often the requester has asked again after a decline. */
  askedAgain: number;
  /** The requester has withdrawn a request without knowing that it was declined. */
  takenBack: boolean;
  /** The time of the newest message (D67); absent before the first one, when there is no conversation. */
  messagedAt?: Date;
}

export const connectionSchema = new Schema<ConnectionDoc>({
  pair: { type: String, required: true },
  requesterId: { type: Schema.Types.ObjectId, required: true },
  addresseeId: { type: Schema.Types.ObjectId, required: true },
  status: { type: String, enum: connectionStatuses, required: true },
  note: { type: String, default: '' },
  source: { type: String, enum: ['browse', 'match', 'invite'], required: true },
  createdAt: { type: Date, required: true },
  respondedAt: { type: Date, default: null },
  askedAgain: { type: Number, default: 0 },
  takenBack: { type: Boolean, default: false },
  messagedAt: { type: Date },
});
connectionSchema.index({ pair: 1 }, { unique: true });
// A member's lists. One index per side, so that a page scans only the documents that it shows.
connectionSchema.index({ requesterId: 1, status: 1, createdAt: -1, _id: -1 });
connectionSchema.index({ addresseeId: 1, status: 1, createdAt: -1, _id: -1 });
// A member's conversations, by their newest message.
for (const side of ['requesterId', 'addresseeId'] as const)
  connectionSchema.index(
    { [side]: 1, messagedAt: -1, _id: -1 },
    { partialFilterExpression: { messagedAt: { $exists: true } } },
  );

export function pairOf(one: ObjectId, other: ObjectId): string {
  return pairOfHex(one.toHexString(), other.toHexString());
}

/** The same for hexadecimal ids: a caller with many pairs of few members converts each id once. */
export function pairOfHex(one: string, other: string): string {
  return one < other ? `${one}-${other}` : `${other}-${one}`;
}

/** The other member of a connection. */
export function otherIn(
  connection: Pick<ConnectionDoc, 'requesterId' | 'addresseeId'>,
  memberId: ObjectId,
): ObjectId {
  return connection.requesterId.equals(memberId) ? connection.addresseeId : connection.requesterId;
}

const exportedConnection = {
  status: { of: 'status', value: (doc, { memberId, now }) => statusFor(doc, memberId, now) },
  note: 'note',
  source: 'source',
  createdAt: 'createdAt',
} as const satisfies Exported<ConnectionDoc>['fields'];

/** Hides when a connection or a request ended, because the reason may have been a block (D21, D23). */
const respondedAt = {
  of: 'respondedAt',
  value: ({ status, respondedAt }: ConnectionDoc) =>
    status === 'removed' || status === 'withdrawn' ? null : respondedAt,
} as const;

declareMemberData(connectionSchema, {
  traces: [
    {
      find: ({ id }) => ({ requesterId: id }),
      exported: {
        as: 'connectionsAsked',
        about: 'addresseeId',
        fields: { friendId: 'addresseeId', ...exportedConnection },
      },
      erase: 'delete',
    },
    {
      find: ({ id }) => ({ addresseeId: id }),
      exported: {
        as: 'connectionsReceived',
        about: 'requesterId',
        fields: { friendId: 'requesterId', ...exportedConnection, respondedAt },
      },
      erase: 'delete',
    },
  ],
  withheld: {
    _id: 'nothing else names it',
    pair: 'both ids again',
    askedAgain: 'would reveal declines, which are silent (D20)',
    takenBack: 'would reveal declines, which are silent (D20)',
    messagedAt: 'the messages show it',
  },
});
