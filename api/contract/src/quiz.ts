import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';
import { limits } from './limits.ts';
import { isOptionOf, labIds, type QuizAnswers, traitNames } from './panda-scoring.ts';
import { pictureSeedForm } from './picture-seed.ts';

/** ISO text or milliseconds (D39). */
const Moment = z
  .union([z.iso.datetime({ offset: true }), z.number().int().nonnegative().max(8.64e15)], {
    error: 'validation.time',
  })
  .transform((value) => new Date(value));

const QuizResponse = z.object({
  lab: z.number({ error: 'validation.quiz.lab' }).int('validation.quiz.lab'),
  response: z.string({ error: 'validation.quiz.option' }),
  responseTime: z
    .number({ error: 'validation.quiz.responseTime' })
    .int('validation.quiz.responseTime')
    .min(0, 'validation.quiz.responseTime')
    .max(limits.quiz.maxResponseMs, 'validation.quiz.responseTime'),
  timestamp: Moment,
});

const Responses = z
  .array(QuizResponse, { error: 'validation.quiz.allLabs' })
  .max(limits.quiz.labs, 'validation.quiz.allLabs')
  .superRefine((responses, context) => {
    const labs = new Set(responses.map((response) => response.lab));
    if (responses.length !== labIds.length || !labIds.every((id) => labs.has(id)))
      context.addIssue({ code: 'custom', message: 'validation.quiz.allLabs' });
    for (const [index, { lab, response }] of responses.entries()) {
      if (!isOptionOf(lab, response))
        context.addIssue({ code: 'custom', message: 'validation.quiz.option', path: [index, 'response'] });
    }
  });

const AnswerMap = z
  .record(z.string(), z.string({ error: 'validation.quiz.option' }), { error: 'validation.quiz.allLabs' })
  .superRefine((answers, context) => {
    const complete = labIds.every((id) => Object.hasOwn(answers, String(id)));
    if (!complete || Object.keys(answers).length !== labIds.length)
      context.addIssue({ code: 'custom', message: 'validation.quiz.allLabs' });
    for (const [lab, option] of Object.entries(answers)) {
      if (!isOptionOf(Number(lab), option))
        context.addIssue({ code: 'custom', message: 'validation.quiz.option', path: [lab] });
    }
  });

/**
 * Either `responses` as the page records them, or the short form `answers`, a map from lab to option. Totals are
 * accepted and recomputed, never trusted.
 */
export const SubmitQuizBody = z
  .object({
    responses: Responses.optional(),
    answers: AnswerMap.optional(),
    completedAt: Moment.optional(),
    /** A seed drawn at the start, so that the Panda shown at the end is the one created (D42). */
    pictureSeed: z
      .string({ error: 'validation.quiz.pictureSeed' })
      .regex(pictureSeedForm, 'validation.quiz.pictureSeed')
      .optional(),
    totalTime: z
      .number({ error: 'validation.quiz.responseTime' })
      .nonnegative('validation.quiz.responseTime')
      .optional(),
  })
  .superRefine((body, context) => {
    if (!body.responses && !body.answers)
      context.addIssue({ code: 'custom', message: 'validation.quiz.allLabs', path: ['responses'] });
  });

interface Answered {
  responses?: ReadonlyArray<{ lab: number; response: string }>;
  answers?: QuizAnswers;
}

/** The answers of a submission, in either form. */
export function answersOf(body: Answered): QuizAnswers {
  if (body.responses) return Object.fromEntries(body.responses.map(({ lab, response }) => [lab, response]));
  return { ...body.answers };
}

/** The quiz result: the strength of each trait, the leading one, and their texts. */
export const SoulSignature = z.object({
  topTrait: z.enum(traitNames),
  traits: z.record(z.enum(traitNames), z.number().int()),
  tone: z.string(),
  quirks: z.array(z.string()),
});

export const quizEndpoints = {
  'POST /api/vibe-quiz': endpoint({
    status: 201,
    limits: [perDay(limits.quiz.perDay)],
    body: SubmitQuizBody,
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      pandaId: Id,
      /** The URL of the Panda's current picture. */
      imageUrl: z.string(),
      signature: SoulSignature,
      /** The previous quiz result; null for the first. */
      before: SoulSignature.pick({ topTrait: true, traits: true }).nullable(),
    }),
  }),
};

export type SubmitQuizBody = z.input<typeof SubmitQuizBody>;
export type SoulSignature = z.output<typeof SoulSignature>;
