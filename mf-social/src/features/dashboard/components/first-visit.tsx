import type { SelfUser } from '@frens/contract';
import { formatAmount } from '@frens/contract/formats';
import { ArrowRightIcon, CircleCheckIcon, CoinsIcon, TargetIcon } from '@frens/design-system/icons';
import {
  Amount,
  Button,
  Card,
  currentLanguage,
  Heading,
  Link,
  PandaScene,
  Skeleton,
  Text,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { useId } from 'react';
import { circlesPath, pandaPath, pandaPicture, paths, quizPath } from '../../../paths.ts';
import type { FirstVisit as Visit } from '../use-first-visit.ts';
import styles from './first-visit.module.css';

interface FirstVisitProps {
  user: SelfUser;
  /** `loading`: as much room as it takes, so that what is below it stays where it is. */
  visit: Visit | 'loading';
}

/** The top of a member's first visit: their Panda, the BAMBOO they were given, and what to do next (D56). */
export function FirstVisit({ user, visit }: FirstVisitProps) {
  const { t } = useTranslation('mf-social');
  return (
    <Card tone="tint" padding="lg" className={styles.root}>
      <OwnPanda pandaId={user.pandaId} />
      <div className={styles.words}>
        {visit === 'loading' ? (
          <Skeleton shape="card" />
        ) : (
          <>
            <Grants grants={visit.grants} />
            <Steps steps={visit.steps} />
            <Button variant="ghost" className={styles.away} onClick={visit.putAway}>
              {t('dashboard.first.putAway')}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

function OwnPanda({ pandaId }: { pandaId: string | null }) {
  const { t } = useTranslation('mf-social');
  return (
    <div className={styles.panda}>
      {pandaId ? (
        <img src={pandaPicture(pandaId)} alt={t('dashboard.first.panda')} className={styles.portrait} />
      ) : (
        <PandaScene scene="grove" className={styles.portrait} />
      )}
      <Button asChild variant="secondary" iconEnd={<ArrowRightIcon />}>
        <Link to={pandaId ? pandaPath(pandaId) : quizPath}>
          {t(pandaId ? 'dashboard.first.openPanda' : 'dashboard.first.quiz')}
        </Link>
      </Button>
    </div>
  );
}

function Grants({ grants }: Pick<Visit, 'grants'>) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  if (grants.length === 0) return null;
  return (
    <section aria-labelledby={title} className={styles.part}>
      <Heading level={2} size="sm" id={title}>
        {t('dashboard.first.bamboo')}
      </Heading>
      <ul className={styles.list}>
        {grants.map(({ kind, amount }) => (
          <li key={kind} className={styles.grant}>
            <CoinsIcon size={20} />
            <Amount value={formatAmount(currentLanguage(), amount)} unit="BAMBOO" />
            <Text tone="muted">{t(`dashboard.first.grant.${kind}`)}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ steps }: Pick<Visit, 'steps'>) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const ways = [
    ['profile', paths.profile],
    ['circle', circlesPath],
    ['fren', paths.browse],
  ] as const;
  return (
    <section aria-labelledby={title} className={styles.part}>
      <Heading level={2} size="sm" id={title}>
        {t('dashboard.first.steps')}
      </Heading>
      <ol className={styles.list}>
        {ways.map(([step, to]) => (
          <li key={step} className={styles.step} data-done={steps[step] || undefined}>
            {steps[step] ? <CircleCheckIcon size={20} /> : <TargetIcon size={20} />}
            <Link to={to}>{t(`dashboard.first.step.${step}`)}</Link>{' '}
            <VisuallyHidden>
              {t(steps[step] ? 'dashboard.first.done' : 'dashboard.first.open')}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
    </section>
  );
}
