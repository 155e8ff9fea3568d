import type { Home, SelfUser } from '@frens/contract';
import { formatAmount } from '@frens/contract/formats';
import { CoinsIcon } from '@frens/design-system/icons';
import { Amount, Button, Card, currentLanguage, Heading, Stack, Text, useTranslation } from '@frens/platform';
import { useId } from 'react';
import type { FirstVisit as Visit } from '../use-first-visit.ts';
import { FirstPanda } from './first-panda.tsx';
import { FirstSteps } from './first-steps.tsx';
import styles from './first-visit.module.css';
import { Milestone } from './milestone.tsx';

/** Top of a member's first visits: their Panda, their BAMBOO, and the next step (D56). */
export function FirstVisit({ user, home, visit }: { user: SelfUser; home: Home; visit: Visit }) {
  const { t } = useTranslation('mf-social');
  const { reached, newFriend, closeReached } = visit;
  const milestone = reached ? (
    <Milestone user={user} home={home} reached={reached} newFriend={newFriend} onClose={closeReached} />
  ) : null;
  if (visit.isPutAway) return milestone;
  const hasBegun = Object.values(visit.steps).some(Boolean);
  return (
    <Stack gap="lg">
      {milestone}
      <Card
        padding="lg"
        className={styles.root}
        data-begun={hasBegun || undefined}
        data-met={(reached && user.pandaId) || undefined}
      >
        <FirstPanda pandaId={user.pandaId} pandaImage={user.pandaImage} name={home.panda?.name} />
        <div className={styles.words}>
          <Grants grants={visit.grants} />
          <FirstSteps steps={visit.steps} hasPanda={user.pandaId !== null} />
          <div className={styles.away}>
            <Text size="sm" tone="muted">
              {t('dashboard.first.way')}
            </Text>
            <Button variant="ghost" onClick={visit.putAway}>
              {t('dashboard.first.putAway')}
            </Button>
          </div>
        </div>
      </Card>
    </Stack>
  );
}

function Grants({ grants }: Pick<Visit, 'grants'>) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  if (grants.length === 0) return null;
  return (
    <section aria-labelledby={title} className={styles.gift}>
      <Heading level={2} size="sm" id={title}>
        {t('dashboard.first.bamboo')}
      </Heading>
      <ul className={styles.grants}>
        {grants.map(({ kind, amount }) => (
          <li key={kind} className={styles.grant}>
            <CoinsIcon size={20} />
            <Amount
              size="lg"
              tone="celebrate"
              value={formatAmount(currentLanguage(), amount)}
              unit="BAMBOO"
            />
            <span>{t(`dashboard.first.grant.${kind}`)}</span>
          </li>
        ))}
      </ul>
      <Text size="sm">{t('dashboard.first.bambooText')}</Text>
    </section>
  );
}
