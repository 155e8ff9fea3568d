import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Dashboard' };

export const Loading = screenStory(remote, { path: '/dashboard', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/dashboard', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/dashboard', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/dashboard' });
export const Connections = screenStory(remote, { path: '/dashboard?tab=connections' });
export const ConnectionsFailed = screenStory(remote, {
  path: '/dashboard?tab=connections',
  scenario: 'failing',
});
export const FirstVisit = screenStory(remote, { path: '/dashboard?welcome', scenario: 'empty' });
export const InviteFriend = screenStory(remote, {
  path: '/dashboard',
  async act() {
    document.querySelector<HTMLButtonElement>('button[aria-haspopup=dialog]')?.click();
    for (let waited = 0; waited < 5_000 && !document.querySelector('dialog svg[role=img]'); waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
  },
});
