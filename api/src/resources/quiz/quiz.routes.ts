import { messagesIn, messageText } from '@frens/contract/messages';
import { readSignature } from '@frens/contract/panda-scoring';
import { personalityOf } from '@frens/contract/panda-texts';
import { answersOf } from '@frens/contract/quiz';
import { readOne } from '../../database/batch-loader.ts';
import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { memberKey } from '../members/user.model.ts';
import { pictureAddressOf } from '../pandas/panda-picture.policy.ts';
import { walletOf } from '../wallet/ledger.ts';
import { submitQuiz } from './submit-quiz.ts';

export const quiz = defineResource((on) => {
  on('POST /api/vibe-quiz', async ({ body, caller, language, services, idempotencyKey, transact }) =>
    transact(
      {
        lockKeys: [memberKey(caller.user._id), walletOf(caller.user._id)],
        run: () => submitQuiz(services, caller.user, { body, language, idempotencyKey }),
      },
      async ({ pandaId, previousId }) => {
        const { Panda, QuizResult } = services.db.models;
        const [panda, previous] = await Promise.all([
          readOne(Panda, pandaId),
          previousId ? readOne(QuizResult, previousId) : null,
        ]);
        if (!panda) throw notFound();
        const signature = readSignature(answersOf(body));
        const before = previous && readSignature(answersOf(previous));
        return {
          success: true,
          message: messageText(language, before ? 'quiz.savedAgain' : 'quiz.saved'),
          pandaId: String(pandaId),
          imageUrl: pictureAddressOf(panda),
          signature: {
            topTrait: signature.topTrait,
            traits: signature.traits,
            ...personalityOf(signature, messagesIn(language)),
          },
          before: before && { topTrait: before.topTrait, traits: before.traits },
        };
      },
    ),
  );
});
