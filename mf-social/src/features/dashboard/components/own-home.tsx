import type { Home } from '@frens/contract';
import { formatAmount } from '@frens/contract/formats';
import { Amount, Card, currentLanguage, Heading, Link, Text, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { PandaSummary } from '../../../members/panda-portrait.tsx';
import { bambooPath, pandasPath } from '../../../paths.ts';
import { FirstPanda } from './first-panda.tsx';
import styles from './home.module.css';

/** The member's Panda, or a link to the quiz, and their BAMBOO. */
export function OwnHome({ panda, wallet }: Pick<Home, 'panda' | 'wallet'>) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <Card asChild tone="tint" className={styles.panda}>
      <section aria-labelledby={title}>
        <header className={styles.head}>
          <Heading level={2} size="sm" id={title}>
            {t('dashboard.home.own')}
          </Heading>
          <Link to={pandasPath}>{t('dashboard.home.pandas')}</Link>
        </header>
        {panda ? <PandaSummary panda={panda} /> : <FirstPanda pandaId={null} pandaImage={null} />}
        <Text>
          <Link to={bambooPath}>
            {t('dashboard.home.balance')} <Amount value={formatAmount(currentLanguage(), wallet.balance)} />
          </Link>
        </Text>
      </section>
    </Card>
  );
}
