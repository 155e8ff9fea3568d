import type { CallBody } from '@frens/contract';
import { exampleAnswers } from '@frens/contract/fixtures';

let count = 0;

/** A unique registration. */
export function registration(
  overrides: Partial<CallBody<'POST /api/register'>> = {},
): CallBody<'POST /api/register'> {
  count += 1;
  const username = overrides.username ?? `fren${count}`;
  return {
    username,
    password: 'correct horse',
    email: `${username}@frens.example`,
    name: `Fren ${count}`,
    age: 30,
    gender: 'female',
    lookingFor: 'everyone',
    ...overrides,
  };
}

/** A complete quiz submission. */
export function quizSubmission(overrides: Record<number, string> = {}): CallBody<'POST /api/vibe-quiz'> {
  const answers = { ...exampleAnswers, ...overrides };
  return {
    responses: Object.entries(answers).map(([lab, response]) => ({
      lab: Number(lab),
      response,
      responseTime: 1500,
      timestamp: '2026-11-21T10:00:00.000Z',
    })),
    completedAt: '2026-11-21T10:00:20.000Z',
    totalTime: 16_500,
    // A Panda with the first variant of each trait.
    pictureSeed: '7e57000000000000',
  };
}
