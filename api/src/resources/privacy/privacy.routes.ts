import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { indexMember } from '../members/member-entry.ts';

export const privacy = defineResource((on) => {
  on('GET /api/privacy-settings', async ({ caller }) => ({ ...caller.user.privacy }));

  on('PATCH /api/privacy-settings', async ({ body, caller, services, transact }) => {
    const changes = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [`privacy.${name}`, value]),
    );
    return transact(async (session) => {
      const updated = await services.db.models.User.findOneAndUpdate(
        { _id: caller.user._id },
        { $set: changes },
        { session, returnDocument: 'after' },
      ).lean();
      if (!updated) throw notFound();
      await indexMember(services, updated, session);
      return updated.privacy;
    });
  });
});
