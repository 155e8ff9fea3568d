import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Sign in' };

export const Login = screenStory(remote, { path: '/auth', signedIn: false });
export const SignUp = screenStory(remote, { path: '/auth?tab=register', signedIn: false });
export const SignUpOlder = screenStory(remote, { path: '/v2/auth?tab=register', signedIn: false });
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
export const StopSpent = spent('stop');
export const StopDone = screenStory(remote, { path: '/auth', signedIn: false, secrets: { stop: 'done' } });
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

/** Types into the first field of this name, as a member would, and sends its form. */
async function send(name: string, text: string): Promise<void> {
  const field = await appear<HTMLInputElement>(`input[name=${name}]`);
  // As the browser does it: React watches its own setter.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.form?.requestSubmit();
}

async function appear<Found extends Element>(selector: string): Promise<Found> {
  await until(() => document.querySelector(selector) !== null);
  // True because it was waited for.
  return document.querySelector<Found>(selector) as Found;
}

/** @throws when it does not become true: the story then fails. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; waited < 5_000; waited += 50) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('What the story waits for does not come.');
}

export const Sent = screenStory(remote, {
  path: '/v2/auth',
  signedIn: false,
  async act() {
    await send('email', 'maya@example.org');
    await until(() => document.querySelector('input[name=email]') === null);
  },
});
export const InvalidEmail = screenStory(remote, {
  path: '/v2/auth',
  signedIn: false,
  async act() {
    await send('email', 'maya');
    await appear('[aria-invalid=true]');
  },
});
export const SignUpRefused = screenStory(remote, {
  path: '/auth?tab=register',
  signedIn: false,
  async act() {
    await send('username', 'ma');
    await appear('[aria-invalid=true]');
  },
});
