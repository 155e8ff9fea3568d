import { MockFailure, mock, mockCommonPassword } from '@frens/contract/mocks';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Sign in' };

export const Login = screenStory(remote, { path: '/auth', signedIn: false });
export const LoginRefused = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  async act({ write, send, says }) {
    await write('input[name=username]', 'maya.okafor');
    await send('input[name=password]', 'not the one');
    await says('mf-auth:login.failed');
  },
});
export const SignUp = screenStory(remote, { path: '/auth?tab=register', signedIn: false });
export const SignUpOlder = screenStory(remote, { path: '/v2/auth?tab=register', signedIn: false });
export const SignUpRefused = screenStory(remote, {
  path: '/auth?tab=register',
  signedIn: false,
  async act({ send, appear }) {
    await send('input[name=username]', 'ma');
    await appear('[aria-invalid=true]');
  },
});
export const SignUpAboutYou = screenStory(remote, {
  path: '/auth?tab=register',
  signedIn: false,
  async act({ write, send, appear }) {
    await write('input[name=username]', 'maya.g');
    await write('form[aria-label] input[name=email]', 'maya@example.org');
    await write('input[name=password]', 'seven warm stones');
    await send('input[name=confirmPassword]', 'seven warm stones');
    await appear('input[name=age]');
  },
});
export const SignUpCommonPassword = screenStory(remote, {
  path: '/auth?tab=register',
  signedIn: false,
  async act({ write, appear, says }) {
    await write('input[name=password]', mockCommonPassword);
    (await appear('input[name=password]')).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    await says('members:password.common');
  },
});
export const Older = screenStory(remote, { path: '/v2/auth', signedIn: false });
export const SignedOut = screenStory(remote, {
  path: '/auth',
  mocks: [
    mock('GET /api/user', () => {
      throw new MockFailure(401, 'session_ended');
    }),
  ],
  act: ({ says }) => says('mf-auth:signedOut.ended.title'),
});

export const Sent = screenStory(remote, {
  path: '/v2/auth',
  signedIn: false,
  async act({ send, says }) {
    await send('input[name=email]', 'maya@example.org');
    await says('mf-auth:magic.sent.title');
  },
});
export const InvalidEmail = screenStory(remote, {
  path: '/v2/auth',
  signedIn: false,
  async act({ send, appear }) {
    await send('input[name=email]', 'maya');
    await appear('[aria-invalid=true]');
  },
});

export const Forgot = screenStory(remote, { path: '/auth?tab=forgot', signedIn: false });
export const ForgotSent = screenStory(remote, {
  path: '/auth?tab=forgot',
  signedIn: false,
  async act({ send, says }) {
    await send('input[name=email]', 'maya@example.org');
    await says('mf-auth:forgot.expires');
  },
});
export const Securing = screenStory(remote, { path: '/auth?tab=forgot' });

export const Invited = screenStory(remote, { path: '/auth?invite=abc', signedIn: false });
export const InvitedOlder = screenStory(remote, { path: '/v2/auth?invite=abc', signedIn: false });
export const InvitationOver = screenStory(remote, { path: '/auth?invite=over', signedIn: false });

const ended = { undoUntil: '2026-11-29T12:00:00.000Z' };
export const Ended = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  state: { ...ended, byMail: true },
});
export const EndedUnconfirmed = screenStory(remote, { path: '/auth', signedIn: false, state: ended });
export const EndedTooYoung = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  state: { underAge: true },
});
/** Signing in to an account with a pending deletion. */
export const AskedToKeep = screenStory(remote, {
  path: '/auth',
  signedIn: false,
  mocks: [
    mock('POST /api/login', () => {
      throw new MockFailure(403, 'account_ending', { details: ended });
    }),
  ],
  async act({ write, send, says }) {
    await write('input[name=username]', 'maya.okafor');
    await send('input[name=password]', 'tea and toast');
    await says('mf-auth:keep.title');
  },
});
