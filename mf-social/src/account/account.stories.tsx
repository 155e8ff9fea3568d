import { buildPlace, buildUser, demoCommunity } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { type ScreenStoryOptions, screenStory } from '@frens/platform/stories';
import { remote } from '../remote.tsx';

export default { title: 'Screens/Security and account' };

const onPage = (page: 'security' | 'account') => (options: Omit<ScreenStoryOptions, 'path'>) =>
  screenStory(remote, { path: `/privacy-settings/${page}`, ...options });
const onSecurity = onPage('security');
const onAccount = onPage('account');
const withoutPassword = { user: buildUser({ hasPassword: false }) };

export const PlacesFailed = onSecurity({
  mocks: [
    mock('GET /api/sessions', () => {
      throw new MockFailure(503, 'unavailable');
    }),
  ],
  act: ({ says }) => says('mf-social:account.places.error'),
});
export const OnlyHere = onSecurity({
  answers: { places: [buildPlace()] },
  act: ({ says }) => says('mf-social:account.places.onlyHere'),
});
export const SignedOutElsewhere = onSecurity({
  async act({ pressNamed, says }) {
    await pressNamed('mf-social:account.places.endOthers');
    await says('mf-social:account.places.othersEnded');
  },
});
export const NotSignedOut = onSecurity({
  scenario: 'refusing',
  async act({ pressNamed, says }) {
    await pressNamed('mf-social:account.places.endOthers');
    await says('mf-social:account.places.endFailed');
  },
});

export const PasswordChanged = onSecurity({
  async act({ write, send, says }) {
    await write('input[name=currentPassword]', demoCommunity().demo.password);
    await send('input[name=newPassword]', 'tea and toast in bed');
    await says('mf-social:account.password.saved.title');
  },
});
export const PasswordRefused = onSecurity({
  async act({ write, send, appear }) {
    await write('input[name=currentPassword]', 'not the one');
    await send('input[name=newPassword]', 'tea and toast in bed');
    await appear('input[name=currentPassword][aria-invalid=true]');
  },
});
export const FirstPassword = onSecurity({ answers: withoutPassword });
export const FirstPasswordTooShort = onSecurity({
  answers: withoutPassword,
  async act({ send, appear }) {
    await send('input[name=newPassword]', 'tea');
    await appear('input[name=newPassword][aria-invalid=true]');
  },
});

export const ExportFailed = onAccount({
  scenario: 'failing',
  async act({ pressNamed, says }) {
    await pressNamed('mf-social:account.export.action');
    await says('mf-social:account.export.failed');
  },
});

export const Ending = onAccount({ act: ({ pressNamed }) => pressNamed('mf-social:account.end.open') });
export const EndingRefused = onAccount({
  async act({ pressNamed, send, appear }) {
    await pressNamed('mf-social:account.end.open');
    await send('dialog input[name=confirm]', 'somebody');
    await appear('dialog [aria-invalid=true]');
  },
});
export const EndingFailed = onAccount({
  scenario: 'refusing',
  async act({ pressNamed, send, says }) {
    await pressNamed('mf-social:account.end.open');
    await send('dialog input[name=confirm]', buildUser().username ?? '');
    await says('mf-social:account.end.failed');
  },
});
/** The sign-in is no longer fresh and the member has no password: the form offers a sign-in link instead. */
export const EndingNeedsSignIn = onAccount({
  answers: withoutPassword,
  mocks: [
    mock('DELETE /api/account', () => {
      throw new MockFailure(403, 'fresh_sign_in_required');
    }),
  ],
  async act({ pressNamed, send }) {
    await pressNamed('mf-social:account.end.open');
    await send('dialog input[name=confirm]', withoutPassword.user.username ?? '');
    await pressNamed('mf-social:account.signInAgain.action');
  },
});
/** A member with an unconfirmed address sees other consequences of deletion. */
export const EndingUnconfirmed = onAccount({ answers: { user: buildUser({ emailVerified: false }) } });
