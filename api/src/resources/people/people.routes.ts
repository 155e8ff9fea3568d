import { defineResource } from '../../resource.ts';
import { browseMembers } from './browse-members.ts';
import { findPerson, presentPerson } from './find-person.ts';
import { findInCommon, readOwnSide } from './in-common.ts';

export const people = defineResource((on) => {
  on('GET /api/users', async ({ query, caller, services, ctx }) =>
    browseMembers(services, caller.user, query, ctx),
  );

  on('GET /api/users/:id', async ({ params, caller, language, services }) =>
    presentPerson(
      services,
      { viewer: caller.user, language },
      await findPerson(services, caller.user, params.id),
    ),
  );

  on('GET /api/users/:id/common', async ({ params, caller, language, services }) => {
    const [{ user }, own] = await Promise.all([
      findPerson(services, caller.user, params.id),
      readOwnSide(services, caller.user),
    ]);
    return findInCommon(services, { viewer: caller.user, language }, user, own);
  });
});
