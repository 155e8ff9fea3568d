import { communityNow, demoCommunity } from '../fixtures/index.ts';
import type { CallKey } from '../index.ts';
import { limits } from '../limits.ts';
import { messageText } from '../messages.ts';
import type { Answers } from './answers.ts';
import { mockCommonPassword } from './links.ts';
import { forMember, found, member } from './lookup.ts';
import { invalidField, type MockResolver } from './mock.ts';

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
      answers.places = answers.places.filter((one) => one.current);
    },
    'POST /api/account/password': ({ body: { currentPassword, newPassword }, language }) => {
      const user = member(answers);
      if (newPassword === mockCommonPassword)
        throw invalidField('newPassword', 'validation.password.common', language);
      if (currentPassword !== undefined && currentPassword !== demoCommunity().demo.password)
        throw invalidField('currentPassword', 'validation.currentPassword', language);
      user.hasPassword = true;
    },
    'DELETE /api/account': ({ body: { confirm, password }, language }) => {
      const { username, email, hasPassword } = member(answers);
      if (confirm !== (username ?? email)) throw invalidField('confirm', 'validation.confirmName', language);
      if (hasPassword && password === undefined)
        throw invalidField('password', 'validation.password.currentNeeded', language);
      if (hasPassword && password !== demoCommunity().demo.password)
        throw invalidField('password', 'validation.currentPassword', language);
      answers.user = null;
      return {
        undoUntil: new Date(communityNow.getTime() + limits.ending.undoDays * 86_400_000).toISOString(),
      };
    },
    'POST /api/account/confirmation': () => undefined,
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
