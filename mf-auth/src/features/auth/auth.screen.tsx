import { limits } from '@frens/contract/limits';
import { nextPathOf } from '@frens/contract/site-path';
import {
  Container,
  Navigate,
  PandaScene,
  Text,
  useLocation,
  useSearchParams,
  useSession,
  useSessionEnded,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';
import { readAccountDeletion } from './account-deletion.ts';
import styles from './auth.module.css';
import { useLoginForm, useSignUpForm } from './auth-forms.ts';
import { DeletedCard, RestoreCard } from './components/account-deletion-cards.tsx';
import { AddressLinkCard } from './components/address-link-card.tsx';
import { EntryNotices } from './components/entry-notices.tsx';
import { ForgotCard } from './components/forgot-card.tsx';
import { LegalLine } from './components/legal-line.tsx';
import { MagicLinkCard } from './components/magic-link-card.tsx';
import { PasswordCard } from './components/password-card.tsx';
import { ResetCard } from './components/reset-card.tsx';
import { NoscriptAnswers } from './components/sign-up-form.tsx';
import { WaitingPanda } from './components/waiting-panda.tsx';
import { readNavigationState } from './navigation-state.ts';
import { useAddressLink } from './use-address-link.ts';
import { useInitialSession } from './use-initial-session.ts';
import { useMagicLink } from './use-magic-link.ts';
import { useReset } from './use-reset.ts';
import { useRestoreQuestion } from './use-restore-question.ts';
import { useSentAddress } from './use-sent-address.ts';
import { useTab } from './use-tab.ts';

/**
 * Sign-in by password or link, and sign-up. Signed-in members are redirected to `?next=` or the dashboard (D6), also after signing
 * in here. A link that opened the page is handled first.
 */
export function AuthScreen() {
  const { t } = useTranslation('mf-auth');
  const { status, user } = useSession();
  const { state, pathname, hash } = useLocation();
  const [params] = useSearchParams();
  const wanted = params.get('next');
  // After a server redirect the URL keeps the original page's hash. Later hashes belong to this page: its skip link sets one.
  const [askedHash] = useState(() => hash);
  const next = nextPathOf(wanted && !wanted.includes('#') ? wanted + askedHash : wanted);
  const { tab } = useTab();
  const [arrival, setArrival] = useState<{ next: string | null; passwordRemoved: boolean } | null>(null);
  // Held by the screen, so that switching tabs keeps the input.
  const { deletion, ...question } = useRestoreQuestion();
  const login = useLoginForm(question.ask);
  const inviteCode = params.get('invite');
  const navigationState = readNavigationState(state);
  const signUp = useSignUpForm(inviteCode);
  const link = useMagicLink({
    email: signUp.values.email,
    next,
    inviteCode,
    onVerified: setArrival,
    onPendingDeletion: question.ask,
  });
  const reset = useReset(question.ask);
  const ended = readAccountDeletion(state);
  const sentReset = useSentAddress('reset');
  const address = useAddressLink();

  // Security mails link here, also into a browser that is signed in.
  const isSecuring = useInitialSession() && tab === 'forgot';
  const isArriving = link.isArriving || reset.isArriving || address.isArriving || isSecuring;
  const isAlone =
    link.isAlone || reset.isArriving || address.isArriving || isSecuring || (deletion ?? ended) !== null;
  const sessionEnd = useSessionEnded(!isAlone && tab === 'login');
  if (status === 'signed-in' && !isArriving && !deletion) {
    const passwordRemoved = arrival?.passwordRemoved ?? false;
    const to = nextPathOf(arrival?.next ?? null) ?? next ?? '/dashboard';
    return <Navigate to={to} replace state={passwordRemoved ? { passwordRemoved } : undefined} />;
  }

  const isAbout = tab === 'register' && signUp.step === 'about';
  // The /v2 layout shows the link first (D6); the second sign-up step stands alone.
  const isLinkFirst = pathname.startsWith('/v2/') && !isAbout;
  const magic = (
    <MagicLinkCard
      key="magic"
      link={link}
      isFirst={isLinkFirst || link.isAlone}
      isJoining={tab === 'register'}
    />
  );
  const password =
    tab === 'forgot' ? (
      <ForgotCard
        // Remounts once the session loads, because only then the member's address is known.
        key={isSecuring ? 'securing' : `forgot ${address.rescued}`}
        email={user?.email ?? (address.rescued || typedAddress(login.values.username) || signUp.values.email)}
        sent={sentReset}
        isRescued={address.rescued !== ''}
        isFirst={!isLinkFirst || isSecuring}
      />
    ) : (
      <PasswordCard key="password" login={login} signUp={signUp} isFirst={!isLinkFirst} />
    );
  let ways = isLinkFirst ? [magic, password] : [password, magic];
  // After sending, the only next step is to open the mail.
  if (isSecuring || (tab === 'forgot' && sentReset.to !== '')) ways = [password];
  if (isAbout) ways = [password];
  if (link.isAlone) ways = [magic];
  if (reset.isArriving) ways = [<ResetCard key="reset" reset={reset} />];
  if (deletion) {
    const isKeeping = login.isSending || reset.form.isSending || link.isVerifying;
    const leave = () => {
      question.leave();
      link.leave();
      reset.leave();
    };
    ways = [<RestoreCard key="keep" deletion={deletion} isKeeping={isKeeping} onLeave={leave} />];
  }
  if (ended) ways = [<DeletedCard key="ended" ended={ended} />];
  if (address.isArriving) ways = [<AddressLinkCard key="address" link={address} />];
  const isEntering = ways.includes(magic) || ways.includes(password);
  // Members who log in may already have a Panda.
  const isJoining = ways.includes(password) && tab === 'register';
  // No cheerful illustration beside a deleted account.
  const isFarewell = ended !== null || deletion !== null || address.isFarewell;
  const aside = isFarewell ? (ended === 'under-age' ? 'aside.underAge' : 'aside.farewell') : 'aside';
  return (
    <Container className={styles.root}>
      <div className={styles.grid}>
        <aside className={styles.aside}>
          <PandaScene scene={isFarewell ? 'sleeping' : 'grove'} />
          <p className={styles.asideTitle}>{t(`${aside}.title`)}</p>
          <Text tone="muted">{t(`${aside}.text`, { min: limits.age.min })}</Text>
        </aside>
        <div className={styles.ways}>
          <EntryNotices
            sessionEnd={sessionEnd}
            navigationState={navigationState}
            inviteCode={inviteCode}
            canEnter={ways.length > 1}
          />
          {/* Only this browser has the quiz in local storage, so prerendered pages reserve its space. */}
          {!isJoining ? null : status === 'loading' ? (
            <div className={styles.waitingPlace} />
          ) : (
            <WaitingPanda />
          )}
          {ways[0]}
          {ways[1] ? (
            <>
              <Text tone="muted" className={styles.or}>
                {t('or')}
              </Text>
              {ways[1]}
            </>
          ) : null}
          {isEntering && status !== 'signed-in' ? <LegalLine /> : null}
          <NoscriptAnswers />
        </div>
      </div>
    </Container>
  );
}

/** The typed username or e-mail, if it is an e-mail address; otherwise empty. */
function typedAddress(typed: string): string {
  return typed.includes('@') ? typed : '';
}
