import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Settings/Account' };

export const Ready = screenStory(remote, { path: '/privacy-settings/account' });
