import { screenStory } from '@frens/platform/stories';
import { shellRemote } from '../testing/shell-remote.ts';

export default { title: 'Screens/Landing' };

export const Loading = screenStory(shellRemote, { path: '/', scenario: 'loading', signedIn: false });
export const Empty = screenStory(shellRemote, { path: '/', scenario: 'empty', signedIn: false });
export const Failed = screenStory(shellRemote, { path: '/', scenario: 'failing', signedIn: false });
export const Ready = screenStory(shellRemote, { path: '/', signedIn: false });
export const SignedIn = screenStory(shellRemote, { path: '/' });
