import { limits } from '@frens/contract/limits';
import { NewPasswordField } from '@frens/members/passwords';
import { Button, FormSummary, Spinner, useTranslation } from '@frens/platform';
import styles from '../auth.module.css';
import type { Reset } from '../use-reset.ts';
import { useTab } from '../use-tab.ts';
import { StepCard } from './step-card.tsx';

/** Sets a new password after a mailed reset link (D13). */
export function ResetCard({ reset }: { reset: Reset }) {
  const { t } = useTranslation('mf-auth');
  const { step } = reset;
  const texts = step === 'working' ? 'address.any.working' : (`reset.${step}` as const);
  return (
    <StepCard
      label={t('reset.label')}
      step={step}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`, { minutes: limits.linkMinutes.reset })}
      isFirst
    >
      {step === 'working' ? <Spinner size="lg" label={t('address.any.working.title')} /> : null}
      {step === 'choosing' ? <Choosing reset={reset} /> : null}
      {step === 'spent' ? <Spent reset={reset} /> : null}
    </StepCard>
  );
}

function Choosing({ reset: { form } }: { reset: Reset }) {
  const { t } = useTranslation('mf-auth');
  return (
    <form {...form.props} className={styles.form} aria-label={t('reset.label')}>
      <NewPasswordField
        {...form.field('password')}
        label={t('reset.password')}
        hint={t('hint.password')}
        aria-required
      />
      <Button type="submit" size="lg" fullWidth loading={form.isSending}>
        {t('reset.submit')}
      </Button>
      <FormSummary form={form} />
    </form>
  );
}

function Spent({ reset: { leave } }: { reset: Reset }) {
  const { t } = useTranslation('mf-auth');
  const { choose } = useTab();
  return (
    <Button
      size="lg"
      fullWidth
      onClick={() => {
        leave();
        choose('forgot');
      }}
    >
      {t('reset.again')}
    </Button>
  );
}
