import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { listFound } from '../../search/list-found.ts';
import { presentCircles } from './circle.presenter.ts';
import { createCircle } from './create-circle.ts';
import { joinCircle } from './join-circle.ts';

export const circles = defineResource((on) => {
  on('GET /api/circles', async ({ query, caller, services, ctx }) => {
    const { Circle, CircleEntry } = services.db.models;
    const page = await listFound(ctx, { documents: Circle, entries: CircleEntry }, query);
    return presentCircles(services, caller?.user ?? null, page);
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
