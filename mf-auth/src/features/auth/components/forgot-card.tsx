import { MailIcon } from '@frens/design-system/icons';
import { Button, FormSummary, Notice, Text, TextField, useSession, useTranslation } from '@frens/platform';
import { useRef } from 'react';
import styles from '../auth.module.css';
import { useForgot } from '../use-reset.ts';
import type { SentAddress } from '../use-sent-address.ts';
import { useTab } from '../use-tab.ts';
import { StepCard } from './step-card.tsx';

interface ForgotCardProps {
  /** Address typed before, if any. */
  email: string;
  sent: SentAddress;
  /** The owner has recovered the account, which has no password now. */
  isRescued: boolean;
  /** Whether this card holds the page's h1. */
  isFirst: boolean;
}

/** Requests a password reset link. The answer is the same whether or not the address has an account (D13). */
export function ForgotCard({ email, sent, isRescued, isFirst }: ForgotCardProps) {
  const { t } = useTranslation('mf-auth');
  const { choose } = useTab();
  const { step, form, choosesOther, useOther } = useForgot(email, sent);
  const address = useRef<HTMLInputElement>(null);
  const isSent = step === 'sent';
  const isMember = useSession().status === 'signed-in';
  const texts = (isMember || isRescued) && !isSent ? 'forgot.member' : (`forgot.${step}` as const);
  return (
    <StepCard
      label={t('forgot.label')}
      step={step}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`, { email: form.values.email })}
      isFirst={isFirst}
      focusOn={choosesOther && !isSent ? address : undefined}
    >
      <form {...form.props} className={styles.form} aria-label={t('forgot.label')}>
        {/* Tells this form from the one for a sign-in link when scripts are missing. */}
        <input type="hidden" name="purpose" value="reset" />
        {isSent ? (
          <Notice icon={<MailIcon size={20} />}>{t('forgot.expires')}</Notice>
        ) : (
          <TextField
            {...form.field('email')}
            ref={address}
            label={t('magic.email')}
            type="email"
            autoComplete="email"
            aria-required
          />
        )}
        <noscript data-whole="">
          <Text size="sm">{t('login.resetNeedsScripts')}</Text>
        </noscript>
        <Button
          type="submit"
          size={isSent ? undefined : 'lg'}
          variant={isSent || !isFirst ? 'secondary' : undefined}
          fullWidth
          icon={isSent ? undefined : <MailIcon />}
          loading={form.isSending}
        >
          {t(isSent ? 'forgot.resend' : 'forgot.submit')}
        </Button>
        <FormSummary form={form} />
        {isSent ? (
          <Button variant="ghost" fullWidth disabled={form.isSending} onClick={useOther}>
            {t('magic.useOther')}
          </Button>
        ) : null}
        <Button variant="ghost" fullWidth disabled={form.isSending} onClick={() => choose('login')}>
          {t(isMember ? 'forgot.leave' : 'forgot.back')}
        </Button>
      </form>
    </StepCard>
  );
}
