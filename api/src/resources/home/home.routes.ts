import { defineResource } from '../../resource.ts';
import { readHome } from './read-home.ts';

export const home = defineResource((on) => {
  on('GET /api/home', async ({ caller, language, services }) =>
    readHome(services, { viewer: caller.user, language }),
  );
});
