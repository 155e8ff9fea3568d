import { readOne } from '../../database/batch-loader.ts';
import { defineResource } from '../../resource.ts';
import { rememberLanguage } from '../members/remember-language.ts';
import { countUnread } from '../notifications/list-notifications.ts';
import { pictureAddressOf } from '../pandas/panda.presenter.ts';
import { presentSelf } from '../visibility/self.presenter.ts';
import { readHome } from './read-home.ts';

export const home = defineResource((on) => {
  on('GET /api/user', async ({ caller: { user }, language, services }) => {
    await rememberLanguage(services, user, language);
    const [self, unread, panda] = await Promise.all([
      presentSelf(services, user),
      countUnread(services, user),
      user.pandaId ? readOne(services.db.models.Panda, user.pandaId) : null,
    ]);
    return { ...self, unread, pandaImage: panda && pictureAddressOf(panda) };
  });

  on('GET /api/home', async ({ caller, language, services }) =>
    readHome(services, { viewer: caller.user, language }),
  );
});
