import { ArrowLeftIcon } from '@frens/design-system/icons';
import { Progress } from '@frens/design-system/progress';
import { Button, useTranslation } from '@frens/platform';
import { labs } from '../labs.ts';
import styles from './lab-steps.module.css';

interface LabStepsProps {
  /** Number of the open lab, starting at 1. */
  number: number;
  /** Number of answered labs. */
  answered: number;
  /** Returns to the previous lab; undefined at the first. */
  onBack: (() => void) | undefined;
}

/** Progress, and the way back to the previous lab. */
export function LabSteps({ number, answered, onBack }: LabStepsProps) {
  const { t } = useTranslation('mf-quiz');
  const percent = Math.round((answered / labs.length) * 100);
  return (
    <header className={styles.top}>
      <div className={styles.inner}>
        {onBack ? (
          <Button
            variant="ghost"
            size="sm"
            icon={<ArrowLeftIcon />}
            className={styles.step}
            aria-keyshortcuts="Backspace"
            onClick={onBack}
          >
            <span className={styles.word}>{t('progress.back')}</span>
          </Button>
        ) : null}
        <Progress
          className={styles.progress}
          value={answered}
          max={labs.length}
          label={t('progress.lab', { number, labs: labs.length })}
          valueText={t('progress.complete', { percent })}
        />
      </div>
    </header>
  );
}
