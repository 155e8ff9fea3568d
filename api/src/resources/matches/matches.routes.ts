import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { answerLocks, answerMatch, withdrawMatch } from './answer-match.ts';
import { listCandidates } from './find-candidates.ts';
import { listMade, listReceived, presentMade, presentReceived } from './list-matches.ts';
import { suggestionLocks, suggestMatch } from './suggest-match.ts';

const answers = { accept: 'accepted', decline: 'declined' } as const;

export const matches = defineResource((on) => {
  on('POST /api/matches', async ({ body, caller: { user }, services, transact }) => {
    const suggestion = { ...body, user1Id: idFrom(body.user1Id), user2Id: idFrom(body.user2Id) };
    return transact(
      {
        lockKeys: suggestionLocks(user, suggestion),
        run: async () => ({ matchId: await suggestMatch(services, user, suggestion) }),
      },
      async ({ matchId }) => {
        const match = await services.db.models.Match.findById(matchId).lean();
        const [made] = match ? await presentMade(services, user, [match]) : [];
        if (!made) throw notFound();
        return made;
      },
    );
  });

  on('GET /api/matches', async ({ query, caller, services, ctx }) =>
    listReceived(services, caller.user, query, ctx),
  );

  on('GET /api/matches/matchmaker', async ({ query, caller, services, ctx }) =>
    listMade(services, caller.user, query, ctx),
  );

  on('GET /api/matches/candidates', async ({ query, caller, services, ctx }) =>
    listCandidates(services, caller.user, query, ctx),
  );

  for (const act of ['accept', 'decline'] as const) {
    on(`POST /api/matches/:id/${act}`, async ({ ids: { id }, caller: { user }, services, transact }) =>
      transact(
        {
          lockKeys: () => answerLocks(services, user, id),
          run: () => answerMatch(services, user, id, answers[act]),
        },
        () => presentOwn(services, user, id),
      ),
    );
  }

  on('DELETE /api/matches/:id', async ({ ids: { id }, caller, services, transact }) =>
    transact({ lockKeys: [`match:${String(id)}`], run: () => withdrawMatch(services, caller.user, id) }),
  );
});

async function presentOwn(services: Services, viewer: User, id: ReturnType<typeof idFrom>) {
  const match = await services.db.models.Match.findById(id).lean();
  const [own] = match ? await presentReceived(services, viewer, [match]) : [];
  if (!own) throw notFound();
  return own;
}
