import { limits } from '@frens/contract/limits';
import { describe, expect, it } from 'vitest';
import { answeredLabs, firstState, progressOf, type QuizState } from './quiz-flow.ts';
import { answering, attempt, buildResponses, buildSubmission, play, start } from './testing/take-quiz.ts';

const other = { key: 'attempt-2', pictureSeed: 'fedcba9876543210' };
const submitting: QuizState = { phase: 'submitting', submission: buildSubmission() };
const result = {
  pandaId: 'panda-1',
  imageUrl: '/media/pandas/panda-1.svg',
  before: null,
  signature: {
    topTrait: 'warmth' as const,
    traits: { warmth: 80, service: 1, creativity: 2, wisdom: 3, adventure: 4 },
    tone: 'Warm and caring',
    quirks: ['a', 'b', 'c'],
  },
};

describe('answering', () => {
  it('goes through the labs in order and records option, time and moment of each', () => {
    const state = play(answering(3));
    expect(state).toEqual({
      phase: 'answering',
      ...attempt,
      shownAt: start + 3_000,
      responses: buildResponses(3),
    });
    expect(answeredLabs(state)).toBe(3);
  });

  it('submits all responses after the last lab, with the sum of the times', () => {
    expect(play(answering(11))).toEqual({ phase: 'submitting', submission: buildSubmission() });
    expect(buildSubmission()).toMatchObject({ totalTime: 11_000, completedAt: '2026-11-21T09:00:11.000Z' });
  });

  it('ignores an option that the lab does not offer', () => {
    const before = play(answering(0));
    expect(play([{ type: 'answered', option: 'movement', at: start }], before)).toBe(before);
  });

  it('ignores answers while the answers are on their way', () => {
    expect(play([{ type: 'answered', option: 'love', at: start }], submitting)).toBe(submitting);
  });

  it.each([
    ['a clock that was set back', -5_000, 0],
    ['half a millisecond', 1_500.4, 1_500],
    ['a tab left open overnight', 10 * 3_600_000, limits.quiz.maxResponseMs],
  ])('keeps the response time within what the server takes (D39): %s', (_case, passed, recorded) => {
    const state = play([{ type: 'answered', option: 'amplify', at: start + passed }], play(answering(0)));
    expect(state).toMatchObject({ responses: [{ responseTime: recorded }] });
  });

  it('starts once, even when the page says so twice', () => {
    const state = play([{ type: 'started', at: start + 500, attempt: other }], play(answering(0)));
    expect(state).toMatchObject({ ...attempt, shownAt: start });
  });
});

describe('the end', () => {
  it('keeps the result of the server', () => {
    expect(play([{ type: 'saved', result }], submitting)).toEqual({ ...submitting, phase: 'saved', result });
  });

  it('knows whether the answers wait in the browser (D41)', () => {
    expect(play([{ type: 'kept', stored: true }], submitting)).toEqual({
      ...submitting,
      phase: 'kept',
      stored: true,
    });
  });

  it('keeps the answers after a failure and sends the very same again', () => {
    const unsent = play([{ type: 'failed' }], submitting);
    expect(unsent).toEqual({ ...submitting, phase: 'unsent' });
    expect(play([{ type: 'retried' }], unsent)).toEqual(submitting);
  });

  it.each([
    { type: 'saved', result },
    { type: 'kept', stored: true },
    { type: 'failed' },
    { type: 'retried' },
    { type: 'found', submission: buildSubmission() },
    { type: 'arrived', submission: buildSubmission(), result },
    { type: 'restarted', at: start, attempt: other },
  ] as const)('changes nothing by $type while a lab is open', (event) => {
    const state = play(answering(2));
    expect(play([event], state)).toBe(state);
  });
});

describe('a reload', () => {
  it('remembers nothing before the first answer and nothing after the end', () => {
    expect(progressOf(firstState)).toBeNull();
    expect(progressOf(play(answering(0)))).toBeNull();
    expect(progressOf({ ...submitting, phase: 'saved', result })).toBeNull();
    expect(progressOf({ ...submitting, phase: 'kept', stored: true })).toBeNull();
  });

  it('resumes where one was, with a fresh clock for the open lab', () => {
    const progress = progressOf(play(answering(4)));
    expect(progress).toEqual({ ...attempt, responses: buildResponses(4) });
    expect(
      play([{ type: 'resumed', at: start + 99_000, progress: progress ?? { ...other, responses: [] } }]),
    ).toEqual({
      phase: 'answering',
      ...attempt,
      responses: buildResponses(4),
      shownAt: start + 99_000,
    });
  });

  it('finds the answers that wait, and begins anew when asked to (D41)', () => {
    const found = play([{ type: 'found', submission: buildSubmission() }]);
    expect(found).toEqual({ phase: 'kept', submission: buildSubmission(), stored: true });
    expect(play([{ type: 'restarted', at: start, attempt: other }], found)).toEqual({
      phase: 'answering',
      ...other,
      shownAt: start,
      responses: [],
    });
  });

  it('first shows what arrived after a sign-in and was not seen yet (D42)', () => {
    expect(play([{ type: 'arrived', submission: buildSubmission(), result }])).toEqual({
      phase: 'saved',
      submission: buildSubmission(),
      result,
    });
  });

  it('offers to send what had not arrived', () => {
    const progress = progressOf(submitting);
    expect(progress).toEqual({ submission: buildSubmission() });
    expect(play([{ type: 'resumed', at: start, progress: { submission: buildSubmission() } }])).toEqual({
      ...submitting,
      phase: 'unsent',
    });
  });
});
