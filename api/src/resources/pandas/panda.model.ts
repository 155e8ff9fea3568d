import { type TraitName, traitNames } from '@frens/contract/panda-scoring';
import { Schema } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';

export interface Panda {
  _id: ObjectId;
  ownerId: ObjectId;
  name: string;
  topTrait: TraitName;
  traits: Record<TraitName, number>;
  /** The quiz answers from which the quirks are written, in the reader's language (D42). */
  place: string;
  rhythm: string;
  essence: string;
  /** Seed of the drawing, beside its traits (D42). Absent from Pandas older than seeds: their id is the seed. */
  pictureSeed?: string;
  /** Denormalised totals (D35): open stakes in hundredths, and the number of members who hold them. */
  totalStaked: number;
  uniqueBackers: number;
  /** Inputs of FQ (D38): `staked` in hundredths, at most 100.00 of each confirmed backer who is not the owner. */
  counted: { staked: number; backers: number; connections: number; matches: number };
  /** FQ and its parts, as decimal text. */
  quotient: string;
  quotientParts: { quiz: string; staked: string; backers: string; connections: string; matches: string };
  /** Its owner is suspended or has a pending deletion: nobody finds, sees or backs it (D46). Absent otherwise. */
  isHidden?: true;
  createdAt: Date;
  /** When its owner last renamed it (D42). Absent while it has its generated name. */
  renamedAt?: Date;
}

/** Filter for Pandas that are not hidden. */
export const notHidden = { isHidden: { $exists: false } } as const;

const number = { type: Number, required: true };
const text = { type: String, required: true };

export const pandaSchema = new Schema<Panda>({
  ownerId: { type: Schema.Types.ObjectId, required: true },
  name: text,
  topTrait: { type: String, enum: traitNames, required: true },
  traits: {
    type: new Schema(
      { warmth: number, service: number, creativity: number, wisdom: number, adventure: number },
      { _id: false },
    ),
    required: true,
  },
  place: text,
  rhythm: text,
  essence: text,
  pictureSeed: { type: String },
  totalStaked: { type: Number, default: 0 },
  uniqueBackers: { type: Number, default: 0 },
  counted: {
    type: new Schema(
      { staked: number, backers: number, connections: number, matches: number },
      { _id: false },
    ),
    required: true,
  },
  quotient: text,
  quotientParts: {
    type: new Schema(
      { quiz: text, staked: text, backers: text, connections: text, matches: text },
      { _id: false },
    ),
    required: true,
  },
  isHidden: { type: Boolean },
  createdAt: { type: Date, required: true },
  renamedAt: { type: Date },
});
pandaSchema.index({ ownerId: 1 }, { unique: true });
pandaSchema.index({ createdAt: -1, _id: -1 });

/** An entry of a Panda's timeline (D43). */
export interface PandaContentDoc {
  _id: ObjectId;
  pandaId: ObjectId;
  /** Null for milestones, which the site writes. */
  authorId: ObjectId | null;
  type: 'post' | 'review' | 'milestone';
  /** The member's text; empty for milestones, whose text is written in the reader's language. */
  text: string;
  /** `'1'`, `'10'`, `'50'`, `'100'` backers, or `'retake'`. */
  milestone: string | null;
  tags: string[];
  /** Denormalised count of its `Cheer` documents. */
  cheers: number;
  createdAt: Date;
  /** Removed by moderators: hidden from everybody until they restore it (D23). */
  removedAt?: Date;
}

export const contentSchema = new Schema<PandaContentDoc>({
  pandaId: { type: Schema.Types.ObjectId, required: true },
  authorId: { type: Schema.Types.ObjectId, default: null },
  type: { type: String, enum: ['post', 'review', 'milestone'], required: true },
  text: { type: String, default: '' },
  milestone: { type: String, default: null },
  tags: { type: [String], default: [] },
  cheers: { type: Number, default: 0 },
  createdAt: { type: Date, required: true },
  removedAt: { type: Date },
});
contentSchema.index({ pandaId: 1, createdAt: -1, _id: -1 });
contentSchema.index({ pandaId: 1, type: 1, createdAt: -1, _id: -1 });
contentSchema.index({ authorId: 1, createdAt: -1 });
contentSchema.index(
  { pandaId: 1, authorId: 1 },
  { unique: true, partialFilterExpression: { type: 'review' } },
);

declareMemberData(pandaSchema, {
  traces: [
    {
      find: ({ id }) => ({ ownerId: id }),
      exported: {
        as: 'panda',
        fields: {
          id: '_id',
          name: 'name',
          topTrait: 'topTrait',
          traits: 'traits',
          place: 'place',
          rhythm: 'rhythm',
          essence: 'essence',
          pictureSeed: 'pictureSeed',
          totalStaked: 'totalStaked',
          uniqueBackers: 'uniqueBackers',
          quotient: 'quotient',
          quotientParts: 'quotientParts',
          createdAt: 'createdAt',
          renamedAt: 'renamedAt',
        },
      },
      // `retirePanda` has run before, after the backers were refunded.
      erase: 'delete',
    },
  ],
  withheld: {
    ownerId: 'the member',
    counted: 'what the quotient is made of, which is exported',
    isHidden: 'while it is set nobody is signed in to export anything',
  },
});

declareMemberData(contentSchema, {
  traces: [
    {
      find: ({ id }) => ({ authorId: id }),
      exported: {
        as: 'content',
        fields: {
          id: '_id',
          pandaId: 'pandaId',
          type: 'type',
          text: 'text',
          tags: 'tags',
          cheers: 'cheers',
          createdAt: 'createdAt',
        },
      },
      erase: 'delete',
    },
    {
      find: ({ pandaId }) => ({ pandaId }),
      exported: {
        as: 'pandaTimeline',
        author: 'authorId',
        hidesPrivate: true,
        isExported: ({ removedAt }) => removedAt === undefined,
        fields: { type: 'type', text: 'text', milestone: 'milestone', createdAt: 'createdAt' },
      },
      erase: 'delete',
    },
  ],
  withheld: {
    authorId: 'the member, or somebody whose visibility the page of the Panda respects',
    removedAt: 'the moderators’ own',
  },
});
