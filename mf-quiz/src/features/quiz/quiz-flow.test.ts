import { createRandom, drawingOf } from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { describe, expect, it } from 'vitest';
import { labs } from './labs.ts';
import {
  answeredLabs,
  chosenOption,
  firstState,
  openLab,
  progressOf,
  type QuizProgress,
  type QuizState,
} from './quiz-flow.ts';
import { totalTime } from './submission.ts';
import { answering, attempt, buildResponses, buildSubmission, play, start } from './testing/take-quiz.ts';

const other = { key: 'attempt-2', pictureSeed: 'fedcba9876543210' };
const submitting: QuizState = { phase: 'submitting', submission: buildSubmission() };
const result = {
  pandaId: 'panda-1',
  imageUrl: drawingOf('panda-1'),
  before: null,
  signature: {
    topTrait: 'warmth' as const,
    traits: { warmth: 80, service: 1, creativity: 2, wisdom: 3, adventure: 4 },
    tone: 'Warm and caring',
    quirks: ['a', 'b', 'c'],
  },
};

/** The state after a reload with this progress. */
function resumed(progress: QuizProgress | null, at: number): QuizState {
  return progress ? play([{ type: 'resumed', at, progress }]) : play([{ type: 'started', at, attempt }]);
}

describe('answering', () => {
  it('advances through the labs and records option, duration and time of each', () => {
    const state = play(answering(3));
    expect(state).toEqual({
      phase: 'answering',
      ...attempt,
      shownAt: start + 3_000,
      responses: buildResponses(3),
      open: 3,
    });
    expect(answeredLabs(state)).toBe(3);
  });

  it('submits all responses after the last lab, with the total time', () => {
    expect(play(answering(11))).toEqual({ phase: 'submitting', submission: buildSubmission() });
    expect(buildSubmission()).toMatchObject({ totalTime: 11_000, completedAt: '2026-11-21T09:00:11.000Z' });
  });

  it('ignores an unknown option', () => {
    const before = play(answering(0));
    expect(play([{ type: 'answered', option: 'movement', at: start }], before)).toBe(before);
  });

  it('ignores answers while sending', () => {
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

  it('starts once, also when dispatched twice', () => {
    const state = play([{ type: 'started', at: start + 500, attempt: other }], play(answering(0)));
    expect(state).toMatchObject({ ...attempt, shownAt: start });
  });
});

describe('the result', () => {
  it('keeps the server’s result', () => {
    expect(play([{ type: 'saved', result }], submitting)).toEqual({ ...submitting, phase: 'saved', result });
  });

  it('knows whether the browser stored the answers (D41)', () => {
    expect(play([{ type: 'kept', stored: true }], submitting)).toEqual({
      ...submitting,
      phase: 'kept',
      stored: true,
    });
  });

  it('keeps the answers after a failure and resends them unchanged', () => {
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

describe('the previous lab', () => {
  const goTo = (lab: number, at: number) => ({ type: 'wentTo', lab, at }) as const;
  const at = start + 60_000;

  it('opens with its answer and a fresh clock, and keeps later answers', () => {
    const state = play([goTo(3, at), goTo(2, at + 1_000)], play(answering(4)));
    expect(state).toMatchObject({ open: 2, shownAt: at + 1_000, responses: buildResponses(4) });
    expect(chosenOption(state)).toBe('adventure');
    expect([openLab(state), answeredLabs(state)]).toEqual([2, 4]);
  });

  it('replaces the earlier answer, with the new duration', () => {
    const state = play(
      [goTo(2, at), { type: 'answered', option: 'wisdom', at: at + 7_000 }],
      play(answering(4)),
    );
    const responses = buildResponses(4);
    responses[2] = {
      lab: 3,
      response: 'wisdom',
      responseTime: 7_000,
      timestamp: new Date(at + 7_000).toISOString(),
    };
    expect(state).toMatchObject({ open: 3, shownAt: at + 7_000, responses });
    expect(chosenOption(state)).toBe('intuition');
  });

  it('keeps an answer and its duration when it is selected again', () => {
    const state = play(
      [goTo(2, at), { type: 'answered', option: 'adventure', at: at + 7_000 }],
      play(answering(3)),
    );
    expect(state).toMatchObject({ open: 3, shownAt: at + 7_000, responses: buildResponses(3) });
    expect(chosenOption(state)).toBeNull();
  });

  it('does not exist in the first lab, nor while sending', () => {
    for (const state of [firstState, play(answering(0)), submitting, play([{ type: 'failed' }], submitting)])
      expect(play([goTo(openLab(state) - 1, at)], state)).toBe(state);
  });

  it('allows answered labs and the next one only', () => {
    const state = play([goTo(1, at)], play(answering(4)));
    expect(play([goTo(4, at)], state)).toMatchObject({ open: 4, responses: buildResponses(4) });
    expect(play([goTo(5, at)], state)).toBe(state);
    expect(play([goTo(1, at + 1)], state)).toBe(state);
  });

  it('is open again after a reload', () => {
    const before = play([goTo(3, at)], play(answering(4)));
    expect(resumed(progressOf(before), at + 9_000)).toEqual({ ...before, shownAt: at + 9_000 });
  });

  it('sends each lab once with its latest answer, for any sequence of steps', () => {
    const random = createRandom(14);
    for (let way = 0; way < 500; way += 1) {
      const chosen = new Map<number, string>();
      let now = start;
      let state = play(answering(0));
      while (state.phase === 'answering') {
        now += random.below(5_000);
        const lab = labs[openLab(state)];
        expect(chosenOption(state)).toBe(chosen.get(lab?.id ?? 0) ?? null);
        if (random.chance(0.35)) state = play([goTo(openLab(state) - 1, now)], state);
        else if (random.chance(0.15)) state = resumed(progressOf(state), now);
        else {
          const option = lab?.options[random.below(4)]?.id ?? '';
          chosen.set(lab?.id ?? 0, option);
          state = play([{ type: 'answered', option, at: now }], state);
        }
      }
      if (state.phase !== 'submitting') throw new Error('The answers are not on their way.');
      const { responses, totalTime: total, pictureSeed } = state.submission;
      expect(responses.map(({ lab, response }) => [lab, response])).toEqual(
        labs.map(({ id }) => [id, chosen.get(id)]),
      );
      expect(total).toBe(totalTime(responses));
      expect(total).toBeLessThanOrEqual(now - start);
      expect(pictureSeed).toBe(attempt.pictureSeed);
    }
  });
});

describe('a reload', () => {
  it('stores nothing before the first answer or after the result', () => {
    expect(progressOf(firstState)).toBeNull();
    expect(progressOf(play(answering(0)))).toBeNull();
    expect(progressOf({ ...submitting, phase: 'saved', result })).toBeNull();
    expect(progressOf({ ...submitting, phase: 'kept', stored: true })).toBeNull();
  });

  it('resumes at the open lab, with a fresh clock', () => {
    const progress = progressOf(play(answering(4)));
    expect(progress).toEqual({ ...attempt, responses: buildResponses(4), open: 4 });
    expect(resumed(progress, start + 99_000)).toEqual({
      phase: 'answering',
      ...attempt,
      responses: buildResponses(4),
      open: 4,
      shownAt: start + 99_000,
    });
  });

  it('finds stored answers, and restarts on request (D41)', () => {
    const found = play([{ type: 'found', submission: buildSubmission() }]);
    expect(found).toEqual({ phase: 'kept', submission: buildSubmission(), stored: true });
    expect(play([{ type: 'restarted', at: start, attempt: other }], found)).toEqual({
      phase: 'answering',
      ...other,
      shownAt: start,
      responses: [],
      open: 0,
    });
  });

  it('first shows an unseen result that arrived after a sign-in (D42)', () => {
    expect(play([{ type: 'arrived', submission: buildSubmission(), result }])).toEqual({
      phase: 'saved',
      submission: buildSubmission(),
      result,
    });
  });

  it('offers to resend unsent answers', () => {
    const progress = progressOf(submitting);
    expect(progress).toEqual({ submission: buildSubmission() });
    expect(play([{ type: 'resumed', at: start, progress: { submission: buildSubmission() } }])).toEqual({
      ...submitting,
      phase: 'unsent',
    });
  });
});
