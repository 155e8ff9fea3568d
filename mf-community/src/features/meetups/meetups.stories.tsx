import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Meetups' };

export const Ready = screenStory(remote, { path: '/meetups' });
