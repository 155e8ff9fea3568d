import { MockFailure, mock } from '@frens/contract/mocks';
import { type RemoteModule, useSession } from '@frens/platform';
import { type ScreenStoryOptions, screenStory } from '@frens/platform/stories';
import { SuspendedScreen } from './suspended.screen.tsx';

export default { title: 'Screens/Suspended' };

/** The screen where the site shows it, with the question of who is there, which is what tells of the suspension. */
function Place() {
  useSession();
  return <SuspendedScreen />;
}

const remote: RemoteModule = {
  name: 'suspended',
  contract: 1,
  routes: [{ path: '/', Component: Place }],
  locales: { en: async () => ({ default: {} }), es: async () => ({ default: {} }) },
};

const onScreen = (until: string | null, { mocks = [], ...options }: Omit<ScreenStoryOptions, 'path'> = {}) =>
  screenStory(remote, {
    path: '/',
    mocks: [
      mock('GET /api/user', () => {
        const details = { reason: 'Offers of money to several frens.', until, contact: 'care@frens.example' };
        throw new MockFailure(403, 'account_suspended', { details });
      }),
      ...mocks,
    ],
    ...options,
  });
const day = '2027-03-05T12:00:00.000Z';

export const UntilADay = onScreen(day);
export const UntilFurtherNotice = onScreen(null);
export const ExportFailed = onScreen(null, {
  scenario: 'failing',
  async act({ pressNamed, says }) {
    await pressNamed('shell:suspended.export');
    await says('shell:suspended.exportFailed');
  },
});
export const Ending = onScreen(day, {
  async act({ pressNamed, appear }) {
    await pressNamed('shell:suspended.end.open');
    await appear('input[name=confirm]');
  },
});
export const EndRefused = onScreen(day, {
  scenario: 'refusing',
  async act({ pressNamed, send, says }) {
    await pressNamed('shell:suspended.end.open');
    await send('input[name=confirm]', 'robin');
    await says('shell:suspended.end.failed');
  },
});
