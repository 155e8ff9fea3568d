import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Privacy settings' };

export const Loading = screenStory(remote, { path: '/privacy-settings', scenario: 'loading' });
export const Failed = screenStory(remote, { path: '/privacy-settings', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/privacy-settings' });
