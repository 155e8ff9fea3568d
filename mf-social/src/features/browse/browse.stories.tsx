import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Browse' };

export const Loading = screenStory(remote, { path: '/browse', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/browse', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/browse', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/browse' });
