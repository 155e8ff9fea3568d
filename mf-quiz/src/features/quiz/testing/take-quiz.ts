import { labs } from '../labs.ts';
import { firstState, type QuizEvent, type QuizState, quizFlow } from '../quiz-flow.ts';
import { type QuizResponse, type Submission, totalTime } from '../submission.ts';

/** Reference time. */
export const start = Date.parse('2026-11-21T09:00:00.000Z');

/** The attempt of these tests. */
export const attempt = { key: 'attempt-1', pictureSeed: 'c0ffee0123456789' };

/** The first option of every lab, one second apart. */
export function buildResponses(count: number = labs.length): QuizResponse[] {
  return labs.slice(0, count).map(({ id, options }, index) => ({
    lab: id,
    response: options[0]?.id ?? '',
    responseTime: 1_000,
    timestamp: new Date(start + (index + 1) * 1_000).toISOString(),
  }));
}

export function buildSubmission(overrides: Partial<Submission> = {}): Submission {
  const responses = buildResponses();
  return {
    ...attempt,
    responses,
    completedAt: responses.at(-1)?.timestamp ?? '',
    totalTime: totalTime(responses),
    ...overrides,
  };
}

/** The state after these events. */
export function play(events: readonly QuizEvent[], from: QuizState = firstState): QuizState {
  return events.reduce(quizFlow, from);
}

/** Events that start the quiz and answer the first labs with their first option, one second apart. */
export function answering(count: number): QuizEvent[] {
  return [
    { type: 'started', at: start, attempt },
    ...buildResponses(count).map(
      ({ response }, index): QuizEvent => ({
        type: 'answered',
        option: response,
        at: start + (index + 1) * 1_000,
      }),
    ),
  ];
}
