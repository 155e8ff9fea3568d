import { messageText } from '@frens/contract/messages';
import { personalityOf } from '@frens/contract/panda-texts';
import { defineResource } from '../../resource.ts';
import { submitQuiz } from './submit-quiz.ts';

export const quiz = defineResource((on) => {
  on('POST /api/vibe-quiz', async ({ body, caller, language, services, idempotencyKey, transact }) =>
    transact(async (session) => {
      const submission = { body, language, idempotencyKey };
      const { pandaId, soul } = await submitQuiz(services, caller.user, submission, session);
      return {
        success: true,
        message: messageText(language, 'quiz.saved'),
        pandaId: String(pandaId),
        signature: { topTrait: soul.topTrait, traits: soul.traits, ...personalityOf(soul, language) },
      };
    }),
  );
});
