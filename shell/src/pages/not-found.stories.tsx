import { screenStory } from '@frens/platform/stories';
import { shellRemote } from '../testing/shell-remote.ts';

export default { title: 'Screens/Not found' };

/** Every other address that leads nowhere looks the same. */
export const NotFound = screenStory(shellRemote, { path: '/about/nothing', signedIn: false });
