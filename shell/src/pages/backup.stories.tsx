import { screenStory } from '@frens/platform/stories';
import { shellRemote } from '../testing/shell-remote.ts';

export default { title: 'Screens/Backup' };

export const Visitor = screenStory(shellRemote, { path: '/backup', signedIn: false });
export const SignedIn = screenStory(shellRemote, { path: '/backup' });
