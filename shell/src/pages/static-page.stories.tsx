import { screenStory } from '@frens/platform/stories';
import { shellRemote } from '../testing/shell-remote.ts';

export default { title: 'Screens/Pages of the footer' };

export const OneOfThem = screenStory(shellRemote, { path: '/about/privacy', signedIn: false });
