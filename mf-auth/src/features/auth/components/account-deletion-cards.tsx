import { formatMoment } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { Button, currentLanguage, Link, useTranslation } from '@frens/platform';
import type { AskedToKeep, Ended } from '../account-deletion.ts';
import styles from '../auth.module.css';
import { StepCard } from './step-card.tsx';

/** Where one is after the account has ended: until when it can be undone, and how (D46); too young, it is over (D10). */
export function EndedCard({ ended }: { ended: Ended }) {
  const { t } = useTranslation('mf-auth');
  return (
    <StepCard
      label={t('ended.label')}
      step="ended"
      title={t('ended.title')}
      text={
        ended === 'under-age'
          ? t('ended.underAge', { min: limits.age.min })
          : t(ended.byMail ? 'ended.text' : 'ended.textUnconfirmed', {
              date: formatMoment(currentLanguage(), ended.undoUntil),
            })
      }
      isFirst
    >
      <div className={styles.form}>
        <Button asChild size="lg" fullWidth>
          <Link to="/">{t('ended.home')}</Link>
        </Button>
        {ended === 'under-age' ? null : (
          <Button asChild variant="secondary" fullWidth>
            {/* Without what the page was opened with, it is the way to sign in. */}
            <Link to="/auth" replace state={null}>
              {t('ended.signIn')}
            </Link>
          </Button>
        )}
      </div>
    </StepCard>
  );
}

interface KeepCardProps {
  asked: AskedToKeep;
  isKeeping: boolean;
  onLeave: () => void;
}

/** Asks who signs in to an account that is ending whether to keep it: signing in and keeping are one (D46). */
export function KeepCard({ asked: { undoUntil, keep }, isKeeping, onLeave }: KeepCardProps) {
  const { t } = useTranslation('mf-auth');
  const date = formatMoment(currentLanguage(), undoUntil);
  return (
    <StepCard
      label={t('keep.label')}
      step="keep"
      title={t('keep.title')}
      text={t('keep.text', { date })}
      isFirst
      isReached
    >
      <div className={styles.form}>
        <Button size="lg" fullWidth loading={isKeeping} onClick={keep}>
          {t('keep.action')}
        </Button>
        <Button variant="secondary" fullWidth disabled={isKeeping} onClick={onLeave}>
          {t('keep.leave')}
        </Button>
      </div>
    </StepCard>
  );
}
