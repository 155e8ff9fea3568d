import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Settings/Security' };

export const Ready = screenStory(remote, { path: '/privacy-settings/security' });
