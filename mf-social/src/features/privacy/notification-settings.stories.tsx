import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Settings/Notifications' };

export const Loading = screenStory(remote, { path: '/privacy-settings/notifications', scenario: 'loading' });
export const Failed = screenStory(remote, { path: '/privacy-settings/notifications', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/privacy-settings/notifications' });
