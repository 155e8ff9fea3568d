import type { SoulSignature } from '@frens/contract';
import { traitNames } from '@frens/contract/panda-scoring';
import { traitScale } from '@frens/contract/trait-scale';
import { Progress } from '@frens/design-system/progress';
import { Heading, Text, traitHues, useTranslation } from '@frens/platform';
import styles from './trait-meanings.module.css';

/** What each of the five traits says, strongest first. */
export function TraitMeanings({ traits }: Pick<SoulSignature, 'traits'>) {
  const { t } = useTranslation('mf-quiz');
  const ranked = traitNames.toSorted((one, other) => traits[other] - traits[one]);
  const max = traitScale(traits);
  return (
    <section aria-labelledby="quiz-traits" className={styles.root}>
      <Heading level={2} size="lg" id="quiz-traits">
        {t('end.meanings')}
      </Heading>
      <Text size="sm" tone="muted">
        {t('end.bars', { max })}
      </Text>
      <ul className={styles.list}>
        {ranked.map((name) => (
          <li key={name} className={styles.trait}>
            <Progress
              value={traits[name]}
              max={max}
              label={t(`trait.${name}`)}
              valueText={String(traits[name])}
              hue={traitHues[name]}
              size="sm"
            />
            <Text size="sm">{t(`meaning.${name}`)}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
