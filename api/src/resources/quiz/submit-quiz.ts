import type { Language, ParsedBody } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { labIds, readSoul, type Soul } from '@frens/contract/panda-scoring';
import { pandaNameFor } from '@frens/contract/panda-texts';
import { answersOf } from '@frens/contract/quiz';
import type { ClientSession } from 'mongoose';
import { ago, day, second } from '../../clock.ts';
import { newId, type ObjectId } from '../../database/ids.ts';
import { tooMany } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { indexPanda } from '../pandas/panda-entry.ts';
import { writeMilestone } from '../pandas/write-milestone.ts';
import { refreshPanda } from '../quotient/refresh-panda.ts';
import { grantOnce } from '../wallet/ledger.ts';
import type { QuizResult } from './quiz-result.model.ts';

interface Submission {
  body: ParsedBody<'POST /api/vibe-quiz'>;
  language: Language;
  idempotencyKey?: string;
}

/** Keeps a quiz result and makes or updates the member's Panda from it (D39–D42). */
export async function submitQuiz(
  services: Services,
  member: User,
  { body, language, idempotencyKey }: Submission,
  session: ClientSession,
): Promise<{ pandaId: ObjectId; soul: Soul }> {
  const soul = readSoul(answersOf(body));
  await refuseTooManyRetakes(services, member, session);
  await services.db.models.QuizResult.create([resultOf(services, member, body)], { session });
  await forgetOldResults(services, member, session);
  const pandaId = await growPanda(services, member, soul, language, session);
  await grantOnce(services, member._id, 'quiz', session, idempotencyKey);
  return { pandaId, soul };
}

/** Totals are computed here and never taken from the body (D39). */
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

async function growPanda(
  services: Services,
  member: User,
  { traits, topTrait, place, rhythm, essence }: Soul,
  language: Language,
  session: ClientSession,
): Promise<ObjectId> {
  const { Panda: PandaModel } = services.db.models;
  const soul = { traits, topTrait, place, rhythm, essence };
  const known = await PandaModel.findOneAndUpdate(
    { ownerId: member._id },
    { $set: soul },
    { session },
  ).lean();
  if (known) {
    await refreshPanda(services, known, session);
    await writeMilestone(services, known._id, 'retake', session);
    return known._id;
  }
  const panda: Panda = {
    ...soul,
    _id: newId(),
    ownerId: member._id,
    name: pandaNameFor(soul, language),
    totalStaked: 0,
    uniqueBackers: 0,
    quotient: '0.0',
    quotientParts: { quiz: '0.0', staked: '0.0', backers: '0.0', connections: '0.0', matches: '0.0' },
    createdAt: services.clock.now(),
  };
  await PandaModel.create([panda], { session });
  await indexPanda(services, panda, session);
  await refreshPanda(services, panda, session);
  return panda._id;
}

async function refuseTooManyRetakes(
  { db, clock }: Services,
  member: User,
  session: ClientSession,
): Promise<void> {
  const since = ago(clock, day);
  const recent = { memberId: member._id, createdAt: { $gt: since } };
  if ((await db.models.QuizResult.countDocuments(recent, { session })) < limits.quiz.perDay) return;
  const oldest = await db.models.QuizResult.findOne(recent, { createdAt: 1 }, { session })
    .sort({ createdAt: 1 })
    .lean();
  throw tooMany(((oldest?.createdAt ?? since).getTime() - since.getTime()) / second);
}

/** The newest ten are kept (D40). */
async function forgetOldResults({ db }: Services, member: User, session: ClientSession): Promise<void> {
  const old = await db.models.QuizResult.find({ memberId: member._id }, { _id: 1 }, { session })
    .sort({ createdAt: -1, _id: -1 })
    .skip(limits.quiz.kept)
    .lean();
  if (old.length > 0) {
    await db.models.QuizResult.deleteMany({ _id: { $in: old.map((result) => result._id) } }, { session });
  }
}
