import type { CallKey } from '../index.ts';
import type { Answers } from './answers.ts';
import { found, member } from './lookup.ts';
import type { MockResolver } from './mock.ts';

type SafetyKey = Extract<CallKey, `${string} /api/sessions${string}`>;

/** Being safe: where the member is signed in. */
export function safetyResolvers(answers: Answers): { [Key in SafetyKey]: MockResolver<Key> } {
  return {
    'GET /api/sessions': () => {
      member(answers);
      return answers.places;
    },
    'DELETE /api/sessions/:id': ({ params }) => {
      const ended = found(answers.places, params.id);
      answers.places = answers.places.filter((one) => one !== ended);
      if (ended.current) answers.user = null;
    },
    'POST /api/sessions/revoke-others': () => {
      member(answers);
      answers.places = answers.places.filter((one) => one.current);
    },
  };
}
