import { limits } from '@frens/contract/limits';
import { describe, expect, it } from 'vitest';
import { answeredLabs, firstState, progressOf, type QuizState } from './quiz-flow.ts';
import { answering, buildResponses, buildSubmission, play, start } from './testing/take-quiz.ts';

const submitting: QuizState = { phase: 'submitting', submission: buildSubmission() };
const result = {
  pandaId: 'panda-1',
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
      key: 'attempt-1',
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
    const state = play([{ type: 'started', at: start + 500, key: 'other' }], play(answering(0)));
    expect(state).toMatchObject({ key: 'attempt-1', shownAt: start });
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
    { type: 'restarted', at: start, key: 'attempt-2' },
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
    expect(progress).toEqual({ key: 'attempt-1', responses: buildResponses(4) });
    expect(
      play([{ type: 'resumed', at: start + 99_000, progress: progress ?? { key: '', responses: [] } }]),
    ).toEqual({
      phase: 'answering',
      key: 'attempt-1',
      responses: buildResponses(4),
      shownAt: start + 99_000,
    });
  });

  it('finds the answers that wait, and begins anew when asked to (D41)', () => {
    const found = play([{ type: 'found', submission: buildSubmission() }]);
    expect(found).toEqual({ phase: 'kept', submission: buildSubmission(), stored: true });
    expect(play([{ type: 'restarted', at: start, key: 'attempt-2' }], found)).toEqual({
      phase: 'answering',
      key: 'attempt-2',
      shownAt: start,
      responses: [],
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
