import type { Language, ParsedBody } from '@frens/contract';
import { messagesIn } from '@frens/contract/messages';
import { labIds, readSignature, type Signature } from '@frens/contract/panda-scoring';
import { newPandaName } from '@frens/contract/panda-texts';
import { newPictureSeed } from '@frens/contract/picture-seed';
import { answersOf } from '@frens/contract/quiz';
import { newId, type ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { indexPanda } from '../pandas/panda-entry.ts';
import { writeMilestone } from '../pandas/write-milestone.ts';
import { quotientFor } from '../quotient/change-totals.ts';
import { recordScore } from '../quotient/record-score.ts';
import { grantOnce } from '../wallet/ledger.ts';
import type { QuizResult } from './quiz-result.model.ts';

interface Submission {
  body: ParsedBody<'POST /api/vibe-quiz'>;
  language: Language;
  idempotencyKey?: string;
}

// A type, not an interface: transactions return plain records.
type Submitted = {
  pandaId: ObjectId;
  /** The member's previous result; null for the first quiz. */
  previousId: ObjectId | null;
};

/** Stores a quiz result, creates or updates the member's Panda from it, and pays the quiz grant once (D39–D42). */
export async function submitQuiz(
  services: Services,
  member: User,
  { body, language, idempotencyKey }: Submission,
): Promise<Submitted> {
  const { QuizResult } = services.db.models;
  const signature = readSignature(answersOf(body));
  const pictureSeed = body.pictureSeed ?? newPictureSeed();
  const previous = await QuizResult.findOne({ memberId: member._id }, { _id: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .lean();
  await QuizResult.create({ ...resultOf(services, member, body), pictureSeed });
  await pruneResults(services, member);
  const pandaId = await createOrUpdatePanda(services, member, { ...signature, pictureSeed }, language);
  await grantOnce(services, member._id, 'quiz', idempotencyKey);
  return { pandaId, previousId: previous?._id ?? null };
}

/** Builds the stored result; computes the total time instead of trusting the body (D39). */
function resultOf({ clock }: Services, member: User, body: Submission['body']): QuizResult {
  const answers = answersOf(body);
  const recorded = new Map(body.responses?.map((response) => [response.lab, response]));
  const responses = labIds.map((lab) => ({
    lab,
    response: answers[lab] ?? '',
    responseTime: recorded.get(lab)?.responseTime ?? null,
    timestamp: recorded.get(lab)?.timestamp ?? null,
  }));
  return {
    _id: newId(),
    memberId: member._id,
    responses,
    totalTime: responses.reduce((sum, { responseTime }) => sum + (responseTime ?? 0), 0),
    completedAt: body.completedAt ?? clock.now(),
    createdAt: clock.now(),
  };
}

async function createOrUpdatePanda(
  services: Services,
  member: User,
  { traits, topTrait, place, rhythm, essence, pictureSeed }: Signature & { pictureSeed: string },
  language: Language,
): Promise<ObjectId> {
  const { Panda: PandaModel } = services.db.models;
  const signature = { traits, topTrait, place, rhythm, essence };
  const existing = await PandaModel.findOneAndUpdate({ ownerId: member._id }, { $set: signature }).lean();
  if (existing) {
    await indexPanda(services, { ...existing, ...signature });
    await writeMilestone(services, existing._id, 'retake');
    return existing._id;
  }
  const _id = newId();
  // This write conflicts with a concurrent transaction that counts a friendship: one of them retries, and sees the other.
  const owner = await services.db.models.User.findOneAndUpdate(
    { _id: member._id },
    { $set: { pandaId: _id } },
    { projection: { friendCount: 1, matchCount: 1 } },
  ).lean();
  const counted = {
    staked: 0,
    backers: 0,
    connections: owner?.friendCount ?? 0,
    matches: owner?.matchCount ?? 0,
  };
  const panda: Panda = {
    ...signature,
    // Only new Pandas take the seed: an existing Panda keeps its face (D42).
    pictureSeed,
    _id,
    ownerId: member._id,
    name: newPandaName(signature, pictureSeed, messagesIn(language)),
    totalStaked: 0,
    uniqueBackers: 0,
    counted,
    ...quotientFor(counted),
    createdAt: services.clock.now(),
  };
  await PandaModel.create(panda);
  await indexPanda(services, panda);
  await recordScore(services, panda._id, panda.quotient);
  return panda._id;
}

/** Deletes all but the newest ten results (D40). */
async function pruneResults({ db }: Services, member: User): Promise<void> {
  const old = await db.models.QuizResult.find({ memberId: member._id }, { _id: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .skip(serverLimits.quizResultsKept)
    .lean();
  if (old.length > 0)
    await db.models.QuizResult.deleteMany({ _id: { $in: old.map((result) => result._id) } });
}
