import type { SelfUser } from '@frens/contract';
import { formatAmount } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { ArrowRightIcon } from '@frens/design-system/icons';
import { Button, currentLanguage, Heading, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { pandaPath, quizPath } from '../../../paths.ts';
import styles from './first-panda.module.css';

/** One leaf for each trait. */
const leaves = ['warmth', 'service', 'creativity', 'wisdom', 'adventure'];

interface FirstPandaProps extends Pick<SelfUser, 'pandaId' | 'pandaImage'> {
  name?: string;
}

/** The member's Panda among leaves. Without a Panda, it links to the quiz as the first thing to do. */
export function FirstPanda({ pandaId, pandaImage, name }: FirstPandaProps) {
  const { t } = useTranslation('mf-social');
  const part = pandaId ? 'here' : 'waiting';
  const bamboo = formatAmount(currentLanguage(), limits.grants.quiz);
  return (
    <div className={styles.root}>
      <div className={styles.scene}>
        <div className={styles.leaves} aria-hidden="true">
          {leaves.map((leaf) => (
            <i key={leaf} />
          ))}
        </div>
        {pandaImage ? (
          <img src={pandaImage} alt={t('dashboard.first.panda')} className={styles.portrait} />
        ) : (
          <PandaScene scene="grove" className={styles.grove} />
        )}
      </div>
      <Heading level={2} size="md">
        {name ? t('dashboard.first.here.greeting', { name }) : t(`dashboard.first.${part}.title`)}
      </Heading>
      <Text>{t(`dashboard.first.${part}.text`, { bamboo })}</Text>
      {pandaId ? (
        <Button asChild variant="secondary" iconEnd={<ArrowRightIcon />}>
          <Link to={pandaPath(pandaId)}>{t('dashboard.first.here.action')}</Link>
        </Button>
      ) : (
        <Button asChild variant="celebrate" size="lg" iconEnd={<ArrowRightIcon />}>
          <Link to={quizPath}>{t('dashboard.first.waiting.action')}</Link>
        </Button>
      )}
    </div>
  );
}
