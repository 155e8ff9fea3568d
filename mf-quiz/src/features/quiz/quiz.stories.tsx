import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Vibe quiz' };

export const Ready = screenStory(remote, { path: '/vibe-quiz' });
