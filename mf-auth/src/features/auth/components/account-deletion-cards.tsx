import { formatMoment } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { Button, currentLanguage, Link, useTranslation } from '@frens/platform';
import type { AccountDeletion, RestoreQuestion } from '../account-deletion.ts';
import styles from '../auth.module.css';
import { StepCard } from './step-card.tsx';

/** Shown after the deletion: its deadline and how to undo it (D46). For a member who is too young, the deletion is final (D10). */
export function DeletedCard({ ended }: { ended: AccountDeletion }) {
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
            {/* Without the history state, the page shows the login form. */}
            <Link to="/auth" replace state={null}>
              {t('ended.signIn')}
            </Link>
          </Button>
        )}
      </div>
    </StepCard>
  );
}

interface RestoreCardProps {
  deletion: RestoreQuestion;
  isKeeping: boolean;
  onLeave: () => void;
}

/** Asks whether to keep an account with a pending deletion: signing in cancels the deletion (D46). */
export function RestoreCard({ deletion: { undoUntil, keep }, isKeeping, onLeave }: RestoreCardProps) {
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
