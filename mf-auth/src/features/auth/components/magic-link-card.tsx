import { limits } from '@frens/contract/limits';
import { MailIcon } from '@frens/design-system/icons';
import { Button, Notice, Spinner, Text, TextField, useTranslation } from '@frens/platform';
import { type RefObject, useRef } from 'react';
import styles from '../auth.module.css';
import type { MagicLink } from '../use-magic-link.ts';
import { useMyName } from '../use-my-name.ts';
import { StepCard } from './step-card.tsx';

interface MagicLinkCardProps {
  link: MagicLink;
  /** Whether this card holds the page's h1. */
  isFirst: boolean;
  /** Whether the visitor came to sign up. */
  isJoining: boolean;
}

/** Sign-in by mailed link: the address, the next step, and the outcome of opening the link (spec section 2). */
export function MagicLinkCard({ link, isFirst, isJoining }: MagicLinkCardProps) {
  const { t } = useTranslation('mf-auth');
  const me = useMyName();
  const address = useRef<HTMLInputElement>(null);
  const values = {
    email: link.form.values.email,
    me,
    reason: link.reason,
    minutes: limits.linkMinutes['sign-in'],
  };
  const isHere = link.step === 'spent' && me !== '';
  const words = isJoining && link.step === 'entry' ? 'joining' : link.step;
  return (
    <StepCard
      label={t('magic.label')}
      step={link.step}
      title={t(`magic.${words}.title`)}
      text={t(isHere ? 'magic.spent.here' : `magic.${words}.text`, values)}
      isFirst={isFirst}
      focusOn={link.choosesOther ? address : undefined}
    >
      <Step link={link} address={address} isFirst={isFirst} isJoining={isJoining} />
    </StepCard>
  );
}

interface StepProps extends Pick<MagicLinkCardProps, 'isFirst' | 'isJoining'> {
  link: MagicLink;
  /** Ref of the address field, if the step has one. */
  address: RefObject<HTMLInputElement | null>;
}

function Step({ link, address, isFirst, isJoining }: StepProps) {
  switch (link.step) {
    case 'entry':
      return <Entry link={link} address={address} isFirst={isFirst} isJoining={isJoining} />;
    case 'sent':
      return <Sent link={link} />;
    case 'asking':
      return <Asking link={link} />;
    case 'verifying':
      return <Verifying />;
    case 'switching':
      return <Switching link={link} />;
    case 'spent':
      return <Spent link={link} />;
    case 'failed':
      return <Failed link={link} />;
  }
}

function Entry({ link: { form }, address, isFirst, isJoining }: StepProps) {
  const { t } = useTranslation('mf-auth');
  return (
    <form {...form.props} className={styles.form} aria-label={t('magic.label')}>
      <AddressAndSend
        form={form}
        address={address}
        isQuiet={!isFirst}
        // The sign-up form has just said the same.
        hint={isJoining ? undefined : t('magic.hint')}
        submit={t('magic.submit')}
      />
    </form>
  );
}

function AddressAndSend({
  form,
  address,
  hint,
  submit,
  isQuiet = false,
}: Pick<MagicLink, 'form'> &
  Partial<Pick<StepProps, 'address'>> & { submit: string; hint?: string | undefined; isQuiet?: boolean }) {
  const { t } = useTranslation('mf-auth');
  return (
    <>
      <TextField
        {...form.field('email')}
        ref={address}
        label={t('magic.email')}
        hint={hint}
        type="email"
        autoComplete="email"
        aria-required
      />
      <noscript>
        <Text size="sm">{t('magic.needsScripts')}</Text>
      </noscript>
      <Button
        type="submit"
        variant={isQuiet ? 'secondary' : 'primary'}
        size="lg"
        fullWidth
        icon={<MailIcon />}
        loading={form.isSending}
      >
        {submit}
      </Button>
    </>
  );
}

function Sent({ link: { form, useOther } }: { link: MagicLink }) {
  const { t } = useTranslation('mf-auth');
  return (
    <form {...form.props} className={styles.form} aria-label={t('magic.label')}>
      <Notice icon={<MailIcon size={20} />}>{t('magic.expires')}</Notice>
      <Button type="submit" variant="secondary" fullWidth loading={form.isSending}>
        {t('magic.resend')}
      </Button>
      <Button variant="ghost" fullWidth disabled={form.isSending} onClick={useOther}>
        {t('magic.useOther')}
      </Button>
    </form>
  );
}

function Asking({ link: { spend } }: { link: MagicLink }) {
  const { t } = useTranslation('mf-auth');
  return (
    <Button size="lg" fullWidth onClick={() => spend()}>
      {t('magic.continue')}
    </Button>
  );
}

function Switching({ link: { spend, leave } }: { link: MagicLink }) {
  const { t } = useTranslation('mf-auth');
  const me = useMyName();
  return (
    <div className={styles.form}>
      <Button size="lg" fullWidth onClick={leave}>
        {t('magic.stay', { me })}
      </Button>
      <Button size="lg" fullWidth variant="secondary" onClick={() => spend(true)}>
        {t('magic.switch')}
      </Button>
    </div>
  );
}

/** A dead link. A signed-in member needs no other; anybody else can request a new one. */
function Spent({ link: { form, leave } }: { link: MagicLink }) {
  const { t } = useTranslation('mf-auth');
  if (useMyName() !== '')
    return (
      <Button size="lg" fullWidth onClick={leave}>
        {t('magic.continue')}
      </Button>
    );
  return (
    <form {...form.props} className={styles.form} aria-label={t('magic.label')}>
      <AddressAndSend form={form} submit={t('magic.spent.action')} />
      <Button variant="ghost" fullWidth disabled={form.isSending} onClick={leave}>
        {t('magic.leave')}
      </Button>
    </form>
  );
}

function Failed({ link: { spend, leave } }: { link: MagicLink }) {
  const { t } = useTranslation('mf-auth');
  const isMember = useMyName() !== '';
  return (
    <div className={styles.form}>
      <Button size="lg" fullWidth onClick={() => spend()}>
        {t('magic.failed.action')}
      </Button>
      <Button variant="ghost" fullWidth onClick={leave}>
        {t(isMember ? 'magic.continue' : 'magic.leave')}
      </Button>
    </div>
  );
}

function Verifying() {
  const { t } = useTranslation('mf-auth');
  return <Spinner size="lg" label={t('magic.verifying.title')} />;
}
