import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import { after, literalPattern, newestFirst, pageOf } from '../../paging.ts';
import { defineResource } from '../../resource.ts';
import { presentCircles } from './circle.presenter.ts';
import { createCircle } from './create-circle.ts';
import { joinCircle } from './join-circle.ts';

export const circles = defineResource((on) => {
  on('GET /api/circles', async ({ query: { q, limit, cursor }, caller, services, ctx }) => {
    const matching = q ? { $or: [{ name: literalPattern(q) }, { description: literalPattern(q) }] } : {};
    const rows = await services.db.models.Circle.find({ $and: [matching, after(cursor)] })
      .sort(newestFirst)
      .limit(limit + 1)
      .lean();
    return presentCircles(services, caller?.user ?? null, pageOf(ctx, rows, limit));
  });

  on('POST /api/circles', async ({ body, caller, services, transact }) =>
    transact(async (session) => {
      const circle = await createCircle(services, caller.user, body, session);
      return onlyOne(await presentCircles(services, caller.user, [circle], session));
    }),
  );

  on('POST /api/circles/:id/join', async ({ params, caller, services, transact }) =>
    transact(async (session) => {
      const circle = await joinCircle(services, caller.user, idFrom(params.id), session);
      return onlyOne(await presentCircles(services, caller.user, [circle], session));
    }),
  );
});

function onlyOne<Item>([item]: Item[]): Item {
  if (item === undefined) throw notFound();
  return item;
}
