import { communityNow, demoCommunity } from '../fixtures/index.ts';
import type { CallKey } from '../index.ts';
import { limits } from '../limits.ts';
import { messageText } from '../messages.ts';
import type { Answers } from './answers.ts';
import { forMember, found, member } from './lookup.ts';
import { MockFailure, type MockResolver } from './mock.ts';

type SafetyKey =
  | Extract<CallKey, `${string} /api/sessions${string}`>
  | 'POST /api/account/password'
  | 'POST /api/account/confirmation'
  | 'GET /api/account/export'
  | 'DELETE /api/account';

/** Being safe, and leaving: where the member is signed in, their password, their data. */
export function safetyResolvers(answers: Answers): { [Key in SafetyKey]: MockResolver<Key> } {
  return {
    'GET /api/sessions': forMember(answers, 'places'),
    'DELETE /api/sessions/:id': ({ params }) => {
      const ended = found(answers.places, params.id);
      answers.places = answers.places.filter((one) => one !== ended);
      if (ended.current) answers.user = null;
    },
    'POST /api/sessions/revoke-others': () => {
      member(answers);
      answers.places = answers.places.filter((one) => one.current);
    },
    'POST /api/account/password': ({ body: { currentPassword }, language }) => {
      const user = member(answers);
      if (currentPassword !== undefined && currentPassword !== demoCommunity().demo.password) {
        const message = messageText(language, 'validation.currentPassword');
        throw new MockFailure(400, 'invalid', { message, fields: { currentPassword: message } });
      }
      user.hasPassword = true;
    },
    'DELETE /api/account': ({ body: { confirm, password }, language }) => {
      const { username, email, hasPassword } = member(answers);
      const refuse = (field: string, key: string) => {
        const message = messageText(language, key);
        return new MockFailure(400, 'invalid', { message, fields: { [field]: message } });
      };
      if (confirm !== (username ?? email)) throw refuse('confirm', 'validation.confirmName');
      if (hasPassword && password === undefined)
        throw refuse('password', 'validation.password.currentNeeded');
      if (hasPassword && password !== demoCommunity().demo.password)
        throw refuse('password', 'validation.currentPassword');
      answers.user = null;
      return {
        undoUntil: new Date(communityNow.getTime() + limits.ending.undoDays * 86_400_000).toISOString(),
      };
    },
    'POST /api/account/confirmation': () => void member(answers),
    'GET /api/account/export': ({ language }) => {
      const { id, username, email } = member(answers);
      return {
        format: 1,
        madeAt: communityNow.toISOString(),
        description: messageText(language, 'export.description'),
        parts: {
          profile: {
            description: messageText(language, 'export.parts.profile'),
            entries: [{ id, username, email }],
          },
        },
      };
    },
  };
}
