import { messageText } from '@frens/contract/messages';
import { readSoul } from '@frens/contract/panda-scoring';
import { personalityOf } from '@frens/contract/panda-texts';
import { answersOf } from '@frens/contract/quiz';
import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { walletOf } from '../wallet/ledger.ts';
import { submitQuiz } from './submit-quiz.ts';

export const quiz = defineResource((on) => {
  on('POST /api/vibe-quiz', async ({ body, caller, language, services, idempotencyKey, transact }) =>
    transact(
      {
        lockKeys: [memberKey(caller.user._id), walletOf(caller.user._id)],
        run: () => submitQuiz(services, caller.user, { body, language, idempotencyKey }),
      },
      ({ pandaId }) => {
        const soul = readSoul(answersOf(body));
        return {
          success: true,
          message: messageText(language, 'quiz.saved'),
          pandaId: String(pandaId),
          signature: { topTrait: soul.topTrait, traits: soul.traits, ...personalityOf(soul, language) },
        };
      },
    ),
  );
});
