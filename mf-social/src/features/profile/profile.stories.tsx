import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Profile' };

export const Loading = screenStory(remote, { path: '/profile', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/profile', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/profile', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/profile' });
