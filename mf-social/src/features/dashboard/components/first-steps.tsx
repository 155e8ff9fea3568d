import type { FirstSteps as Steps } from '@frens/contract';
import { ArrowRightIcon, CheckIcon, HandHeartIcon, PencilIcon, UsersIcon } from '@frens/design-system/icons';
import { Progress } from '@frens/design-system/progress';
import { Heading, Link, Text, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { circlesPath, paths } from '../../../paths.ts';
import styles from './first-steps.module.css';

const ways = [
  ['profile', paths.firstProfile, PencilIcon],
  ['circle', circlesPath, UsersIcon],
  ['fren', paths.forYou, HandHeartIcon],
] as const;

interface FirstStepsProps extends Pick<Steps, 'steps'> {
  /** Without a Panda the quiz comes first, so no step is highlighted. */
  hasPanda: boolean;
}

/** Checklist of the first visit, with its progress and the next step highlighted. */
export function FirstSteps({ steps, hasPanda }: FirstStepsProps) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const done = ways.filter(([step]) => steps[step]).length;
  const next = hasPanda ? ways.find(([step]) => !steps[step])?.[0] : undefined;
  const progress =
    done === ways.length
      ? t('dashboard.first.allDone')
      : t('dashboard.first.progress', { done, all: ways.length });
  return (
    <section aria-labelledby={title} className={styles.root}>
      <div className={styles.head}>
        <Heading level={2} size="sm" id={title}>
          {t('dashboard.first.steps')}
        </Heading>
        {/* Hidden from screen readers: the progress bar below announces it. */}
        <Text asChild size="sm" weight="bold">
          <span aria-hidden="true">{progress}</span>
        </Text>
      </div>
      <Progress
        hideLabel
        size="sm"
        // Worded differently from the heading that screen readers have just announced.
        label={t('dashboard.first.bar')}
        value={done}
        max={ways.length}
        valueText={progress}
      />
      <ol className={styles.list}>
        {ways.map(([step, to, Icon]) => (
          <li
            key={step}
            className={styles.step}
            data-done={steps[step] || undefined}
            data-next={step === next || undefined}
          >
            <span className={styles.icon}>{steps[step] ? <CheckIcon size={20} /> : <Icon size={20} />}</span>
            <Link to={to} className={styles.link}>
              {t(`dashboard.first.step.${step}`)}
            </Link>{' '}
            <span className={styles.state}>
              {t(steps[step] ? 'dashboard.first.done' : 'dashboard.first.open')}
            </span>
            {steps[step] ? null : <ArrowRightIcon size={20} className={styles.arrow} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
