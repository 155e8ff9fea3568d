import { screenStory } from '@frens/platform/stories';
import { shellRemote } from '../testing/shell-remote.ts';

export default { title: 'Screens/Frame' };

const path = '/about/privacy';
const older = { globals: { frame: 'older' } };

export const Visitor = screenStory(shellRemote, { path, signedIn: false });
export const Member = screenStory(shellRemote, { path });
/** While it is not known who is there. */
export const Unknown = screenStory(shellRemote, { path, scenario: 'loading' });
export const Bell = screenStory(shellRemote, {
  path,
  async act({ press, appear }) {
    await press('header button[aria-haspopup=dialog]');
    await appear('dialog[open], [role=dialog]');
  },
});
export const PhoneMenu = screenStory(shellRemote, {
  path,
  async act({ pressLabelled, appear }) {
    await pressLabelled('shell:chrome.menu');
    await appear('dialog[open], [role=dialog]');
  },
});
export const PhoneMenuOfVisitors = screenStory(shellRemote, {
  path,
  signedIn: false,
  async act({ pressLabelled, appear }) {
    await pressLabelled('shell:chrome.menu');
    await appear('dialog[open], [role=dialog]');
  },
});
export const OlderFrame = { ...Member, ...older };
export const OlderFrameOfVisitors = { ...Visitor, ...older };
