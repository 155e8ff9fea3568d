import { limits } from '@frens/contract/limits';
import { nextPathOf } from '@frens/contract/site-path';
import {
  Container,
  Link,
  Navigate,
  Notice,
  PandaScene,
  Text,
  useLocation,
  useSearchParams,
  useSession,
  useSessionEnded,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';
import { readEnded } from './account-deletion.ts';
import styles from './auth.module.css';
import { useLoginForm, useSignUpForm } from './auth-forms.ts';
import { EndedCard, KeepCard } from './components/account-deletion-cards.tsx';
import { AddressLinkCard } from './components/address-link-card.tsx';
import { ForgotCard } from './components/forgot-card.tsx';
import { InvitationNote } from './components/invitation-note.tsx';
import { LegalLine } from './components/legal-line.tsx';
import { MagicLinkCard } from './components/magic-link-card.tsx';
import { PasswordCard } from './components/password-card.tsx';
import { ResetCard } from './components/reset-card.tsx';
import { WaitingPanda } from './components/waiting-panda.tsx';
import { readNavigationState } from './navigation-state.ts';
import { useAddressLink } from './use-address-link.ts';
import { useCameSignedIn } from './use-initial-session.ts';
import { useMagicLink } from './use-magic-link.ts';
import { useReset } from './use-reset.ts';
import { useKeepQuestion } from './use-restore-question.ts';
import { useSentTo } from './use-sent-to.ts';
import { useTab } from './use-tab.ts';

/**
 * Signing in by password or by a link, and signing up. Whoever is signed in, or becomes it here, goes on to the dashboard or to
 * `?next=` (D6); a link that the page was opened with is dealt with first.
 */
export function AuthScreen() {
  const { t } = useTranslation('mf-auth');
  const { status, user } = useSession();
  const { state, pathname, hash } = useLocation();
  const [params] = useSearchParams();
  const wanted = params.get('next');
  // After a redirect of the server the address keeps the hash of the page that was asked for. A later one is of this page: its skip link sets it.
  const [askedHash] = useState(() => hash);
  const next = nextPathOf(wanted && !wanted.includes('#') ? wanted + askedHash : wanted);
  const { tab } = useTab();
  const [arrival, setArrival] = useState<{ next: string | null; passwordRemoved: boolean } | null>(null);
  // Held by the screen: a change of tab loses nothing typed.
  const { asked, ...question } = useKeepQuestion();
  const login = useLoginForm(question.ask);
  const inviteCode = params.get('invite');
  const navigationState = readNavigationState(state);
  const signUp = useSignUpForm(navigationState, inviteCode);
  const link = useMagicLink({
    email: navigationState.email,
    next,
    inviteCode,
    onVerified: setArrival,
    onEnding: question.ask,
  });
  const reset = useReset(question.ask);
  const ended = readEnded(state);
  const sentReset = useSentTo('reset');
  const address = useAddressLink();

  // Mails about what somebody did with an account lead there, also in the browser in which it was done.
  const isSecuring = useCameSignedIn() && tab === 'forgot';
  const isArriving = link.isArriving || reset.isArriving || address.isArriving || isSecuring;
  const isAlone =
    link.isAlone || reset.isArriving || address.isArriving || isSecuring || asked !== null || ended !== null;
  const endToTell = useSessionEnded(!isAlone && tab === 'login');
  if (status === 'signed-in' && !isArriving && !asked) {
    const passwordRemoved = arrival?.passwordRemoved ?? false;
    const to = nextPathOf(arrival?.next ?? null) ?? next ?? '/dashboard';
    return <Navigate to={to} replace state={passwordRemoved ? { passwordRemoved } : undefined} />;
  }

  const isAbout = tab === 'register' && signUp.step === 'about';
  // The quieter frame begins with the link (D6); the second step of signing up stands alone.
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
        // Anew for a member, whose address is known only once they are.
        key={isSecuring ? 'securing' : `forgot ${address.rescued}`}
        email={
          user?.email ?? (address.rescued || typedAddress(login.values.username) || navigationState.email)
        }
        sent={sentReset}
        isRescued={address.rescued !== ''}
        isFirst={!isLinkFirst || isSecuring}
      />
    ) : (
      <PasswordCard key="password" login={login} signUp={signUp} isFirst={!isLinkFirst} />
    );
  let ways = isLinkFirst ? [magic, password] : [password, magic];
  // One thing to do next: open the mail.
  if (isSecuring || (tab === 'forgot' && sentReset.to !== '')) ways = [password];
  if (isAbout) ways = [password];
  if (link.isAlone) ways = [magic];
  if (reset.isArriving) ways = [<ResetCard key="reset" reset={reset} />];
  if (asked) {
    const isKeeping = login.isSending || reset.form.isSending || link.isVerifying;
    const leave = () => {
      question.leave();
      link.leave();
      reset.leave();
    };
    ways = [<KeepCard key="keep" asked={asked} isKeeping={isKeeping} onLeave={leave} />];
  }
  if (ended) ways = [<EndedCard key="ended" ended={ended} />];
  if (address.isArriving) ways = [<AddressLinkCard key="address" link={address} />];
  const isEntering = ways.includes(magic) || ways.includes(password);
  // Who logs in may have a Panda of their own already.
  const isJoining = ways.includes(password) && tab === 'register';
  // Nobody cheers beside an account that ends.
  const isFarewell = ended !== null || asked !== null || address.isFarewell;
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
          {status === 'loading' ? (
            // Without scripts nobody is led on: the cookie tells who may be signed in.
            <noscript>
              <span data-reader="member">
                <Notice title={t('signedIn.title')}>
                  {t('signedIn.text')} <Link to="/groups">{t('signedIn.circles')}</Link> ·{' '}
                  <Link to="/panda">{t('signedIn.pandas')}</Link>
                </Notice>
              </span>
            </noscript>
          ) : null}
          {endToTell ? (
            <Notice role="status" title={t(`signedOut.${endToTell}.title`)}>
              {t(`signedOut.${endToTell}.text`)}
            </Notice>
          ) : null}
          {(['toSee', 'toJoin'] as const).map((wish) =>
            navigationState[wish] !== '' && ways.length > 1 ? (
              <Notice key={wish} title={t(`${wish}.title`, { name: navigationState[wish] })}>
                {t(`${wish}.text`)}
              </Notice>
            ) : null,
          )}
          {inviteCode !== null && ways.length > 1 ? <InvitationNote code={inviteCode} /> : null}
          {/* This browser alone knows of it, and whoever is rendered for is not known. */}
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
        </div>
      </div>
    </Container>
  );
}

/** The address in what was typed as username or e-mail, if it is one. */
function typedAddress(typed: string): string {
  return typed.includes('@') ? typed : '';
}
