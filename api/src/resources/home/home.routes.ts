import { defineResource } from '../../resource.ts';
import { rememberLanguage } from '../members/remember-language.ts';
import { countUnread } from '../notifications/list-notifications.ts';
import { presentSelf } from '../visibility/self.presenter.ts';
import { readHome } from './read-home.ts';

export const home = defineResource((on) => {
  on('GET /api/user', async ({ caller: { user }, language, services }) => {
    await rememberLanguage(services, user, language);
    const [self, unread] = await Promise.all([presentSelf(services, user), countUnread(services, user)]);
    return { ...self, unread };
  });

  on('GET /api/home', async ({ caller, language, services }) =>
    readHome(services, { viewer: caller.user, language }),
  );
});
