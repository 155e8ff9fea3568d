import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Settings' };

export const Loading = screenStory(remote, { path: '/privacy-settings', scenario: 'loading' });
export const Failed = screenStory(remote, { path: '/privacy-settings', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/privacy-settings' });
export const Blocked = screenStory(remote, {
  path: '/privacy-settings',
  answers: {
    blocks: [
      {
        userId: '1',
        username: 'ana.ruiz',
        name: 'Ana Ruiz',
        createdAt: '2026-11-20T12:00:00.000Z',
      },
      { userId: '2', username: null, name: null, createdAt: '2026-11-02T12:00:00.000Z' },
    ],
  },
});
