import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Notifications' };

export const Loading = screenStory(remote, { path: '/notifications', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/notifications', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/notifications', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/notifications' });
