import { ApiError, type ErrorCode } from '@frens/contract/errors';
import { buildPanda } from '@frens/contract/fixtures';
import { messageText } from '@frens/contract/messages';
import { brand, currentLanguage, i18n, type RemoteModule, toast } from '@frens/platform';
import { screenStory } from '@frens/platform/stories';
import { useEffect } from 'react';

export default { title: 'Screens/Toasts' };

type Key = Parameters<typeof i18n.t>[0];
const values = { name: buildPanda().name, amount: '12.50', required: '5', balance: '3.25' };

interface Shown {
  /** Keys of its title, and of what it says below. */
  title: string;
  text?: string;
  /** What the server answered. */
  failure?: [status: number, code: ErrorCode];
  tone?: 'danger';
  /** Says the server's sentence without its status. */
  isPlain?: boolean;
}

function Page({ title, text, failure, tone, isPlain = false }: Shown) {
  useEffect(() => {
    // True because the stories below name keys.
    const say = (key: string) => i18n.t(key as Key, { ...brand, ...values });
    // As the server says it.
    const sentence = failure && messageText(currentLanguage(), `errors.${failure[1]}`, values);
    const error =
      failure && new ApiError({ status: failure[0], code: failure[1], serverMessage: sentence ?? '' });
    toast({
      title: say(title),
      description: text ? say(text) : isPlain ? error?.serverMessage : error?.message,
      tone: failure ? 'danger' : tone,
      error,
    });
  }, [title, text, failure, tone, isPlain]);
  return <h1>{brand.site}</h1>;
}

/** A page that shows one toast, in the words of the remote that does. */
const shows = (shown: Shown) => {
  const [name = ''] = shown.title.split(':');
  const remote: RemoteModule = {
    name,
    contract: 1,
    routes: [{ path: '/', Component: () => <Page {...shown} /> }],
    locales: {
      en: () => import(`../../../${name}/locales/en.json`),
      es: () => import(`../../../${name}/locales/es.json`),
    },
  };
  return screenStory(remote, { path: '/' });
};
const failed = (title: string, status: number, code: ErrorCode, text?: string) =>
  shows({ title, text, failure: [status, code] });
const plain = (title: string, status: number, code: ErrorCode) =>
  shows({ title, failure: [status, code], isPlain: true });
/** Refused by the page itself. */
const refused = (title: string, text: string) => shows({ title, text, tone: 'danger' });
const done = (title: string, text?: string) => shows({ title, text });

// The catalogue of docs/product.md, section 8, in its order.
export const LoginFailed = failed('mf-auth:login.failed', 401, 'invalid_credentials');
export const RegistrationFailed = failed('mf-auth:signUp.failed', 409, 'account_exists');
export const LogoutFailed = failed('shell:session.logoutFailed', 503, 'unavailable');
export const MagicLinkNotSent = plain('mf-auth:magic.sendFailed', 429, 'too_many_requests');
export const MagicLinkNotSentByUs = failed(
  'mf-auth:magic.sendFailed',
  502,
  'unavailable',
  'mf-auth:magic.sendFailedText',
);
export const VerificationFailed = failed('mf-auth:magic.verifyFailed', 400, 'invalid_token');
export const InvalidEmail = refused('mf-auth:magic.invalid', 'mf-auth:magic.invalidText');
export const UpdateFailed = failed('mf-social:profile.updateFailed', 503, 'unavailable');
export const NotAuthenticated = failed(
  'mf-social:profile.updateFailed',
  401,
  'signed_out',
  'mf-social:profile.notAuthenticated',
);
export const SuggestionFailed = failed('mf-social:dashboard.matchmaker.failed', 409, 'already_suggested');
export const ConnectionFailed = failed('mf-social:connect.failed', 403, 'requests_closed');
export const PrivacyNotUpdated = failed('mf-social:privacy.updateFailed', 503, 'unavailable');
export const QuizError = failed('mf-quiz:toast.error', 503, 'unavailable');
export const QuizOfVisitor = done('mf-quiz:toast.complete', 'mf-quiz:toast.join');
export const StakingFailed = plain('mf-panda:profile.stake.failed', 409, 'insufficient_bamboo');
export const CreationFailed = plain('mf-community:circles.create.failed', 429, 'too_many_requests');
export const JoinFailed = plain('mf-community:circles.join.failed', 403, 'stake_required');
export const InvalidAmount = refused(
  'mf-panda:profile.stake.invalid.title',
  'mf-panda:profile.stake.invalid.text',
);
export const RecordingError = refused('mf-quiz:recording.error.title', 'mf-quiz:recording.error.text');

export const LoggedIn = done('mf-auth:login.success', 'mf-auth:login.welcome');
export const Registered = done('mf-auth:signUp.success', 'mf-auth:signUp.welcome');
export const MagicLinkSent = done('mf-auth:magic.toast.sent', 'mf-auth:magic.toast.sentText');
export const MagicLinkUsed = done('mf-auth:magic.welcome', 'mf-auth:magic.welcomeText');
export const ProfileUpdated = done(
  'mf-social:profile.updated.title',
  'mf-social:profile.updated.description',
);
export const MatchSuggested = done(
  'mf-social:dashboard.matchmaker.suggested.title',
  'mf-social:dashboard.matchmaker.suggested.description',
);
export const ConnectionRequested = done(
  'mf-social:connect.requested.title',
  'mf-social:connect.requested.description',
);
export const PrivacyUpdated = done('mf-social:privacy.updateSuccess', 'mf-social:privacy.settingsSaved');
export const QuizComplete = done('mf-quiz:toast.complete');
export const BambooStaked = done('mf-panda:profile.stake.done.title', 'mf-panda:profile.stake.done.text');
export const CircleCreated = done(
  'mf-community:circles.create.done.title',
  'mf-community:circles.create.done.text',
);
export const CircleJoined = done(
  'mf-community:circles.join.done.title',
  'mf-community:circles.join.done.text',
);
