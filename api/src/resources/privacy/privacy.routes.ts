import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { indexMember } from '../members/member-entry.ts';
import { memberKey } from '../members/user.model.ts';

export const privacy = defineResource((on) => {
  on('GET /api/privacy-settings', async ({ caller }) => ({ ...caller.user.privacy }));

  on('PATCH /api/privacy-settings', async ({ body, caller, services, transact }) => {
    const changes = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [`privacy.${name}`, value]),
    );
    async function run() {
      const updated = await services.db.models.User.findOneAndUpdate(
        { _id: caller.user._id },
        { $set: changes },
        { returnDocument: 'after' },
      ).lean();
      if (!updated) throw notFound();
      await indexMember(services, updated);
      return { ...updated.privacy };
    }
    return transact({ lockKeys: [memberKey(caller.user._id)], run }, (settings) => settings);
  });
});
