import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Sign in' };

export const Login = screenStory(remote, { path: '/auth', signedIn: false });
export const SignUp = screenStory(remote, { path: '/auth?tab=register', signedIn: false });
export const Older = screenStory(remote, { path: '/v2/auth', signedIn: false });
export const Verifying = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  scenario: 'loading',
  secrets: { token: 'any' },
});
export const Asking = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  secrets: { token: 'any', mode: 'confirm' },
});
export const LinkSpent = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  state: { email: 'robin@example.org' },
  secrets: { token: 'expired' },
});
export const LinkSpentHere = screenStory(remote, { path: '/auth', secrets: { token: 'expired' } });
export const LinkFailed = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  scenario: 'refusing',
  secrets: { token: 'any' },
});
export const Switching = screenStory(remote, { path: '/auth', secrets: { token: 'other' } });
export const Forgot = screenStory(remote, { path: '/auth?tab=forgot', signedIn: false });
export const Securing = screenStory(remote, { path: '/auth?tab=forgot' });
export const Resetting = screenStory(remote, { path: '/auth', signedIn: false, secrets: { reset: 'any' } });
export const Undoing = screenStory(remote, { path: '/auth', signedIn: false, secrets: { undo: 'any' } });
export const Keeping = screenStory(remote, { path: '/auth', signedIn: false, secrets: { keep: 'any' } });
export const KeepingBeside = screenStory(remote, { path: '/auth', secrets: { keep: 'any' } });
export const ChangeQuestion = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  secrets: { change: 'any' },
});
export const Question = screenStory(remote, { path: '/auth', signedIn: false, secrets: { confirm: 'any' } });
export const Invited = screenStory(remote, { path: '/auth?invite=any', signedIn: false });
export const InvitedOlder = screenStory(remote, { path: '/v2/auth?invite=any', signedIn: false });
export const InvitationOver = screenStory(remote, { path: '/auth?invite=over', signedIn: false });
export const NoMoreInvitations = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  secrets: { stop: 'any' },
});
const spent = (kind: string) =>
  screenStory(remote, { path: '/auth', signedIn: false, secrets: { [kind]: 'expired' } });
export const ResetSpent = spent('reset');
export const ConfirmSpent = spent('confirm');
export const ChangeSpent = spent('change');
export const UndoSpent = spent('undo');
export const KeepSpent = spent('keep');
export const AddressFailed = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  scenario: 'refusing',
  secrets: { confirm: 'any' },
});
const ended = { undoUntil: '2026-11-29T12:00:00.000Z' };
export const Ended = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  state: { ...ended, byMail: true },
});
export const EndedUnconfirmed = screenStory(remote, { path: '/auth', signedIn: false, state: ended });
