import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';

export const privacy = defineResource((on) => {
  on('GET /api/privacy-settings', async ({ caller }) => ({ ...caller.user.privacy }));

  on('PATCH /api/privacy-settings', async ({ body, caller, services }) => {
    const changes = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [`privacy.${name}`, value]),
    );
    const updated = await services.db.models.User.findOneAndUpdate(
      { _id: caller.user._id },
      { $set: changes },
      { returnDocument: 'after' },
    ).lean();
    if (!updated) throw notFound();
    return updated.privacy;
  });
});
