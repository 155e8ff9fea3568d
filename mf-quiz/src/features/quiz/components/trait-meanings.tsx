import type { SoulSignature } from '@frens/contract';
import { type TraitName, traitNames } from '@frens/contract/panda-scoring';
import { traitScale } from '@frens/contract/trait-scale';
import { Progress } from '@frens/design-system/progress';
import { Heading, Text, traitHues, useTranslation } from '@frens/platform';
import styles from './trait-meanings.module.css';

/** Thresholds relative to the strongest trait: from `much` up a trait is strong, up to `little` it is weak. */
const much = 0.75;
const little = 0.4;

/** What each of the five traits says about the person, strongest first. */
export function TraitMeanings({ traits }: Pick<SoulSignature, 'traits'>) {
  const { t } = useTranslation('mf-quiz');
  const ranked = traitNames.toSorted((one, other) => traits[other] - traits[one]);
  const max = traitScale(traits);
  return (
    <section aria-labelledby="quiz-traits" className={styles.root}>
      <Heading level={2} size="lg" id="quiz-traits">
        {t('end.meanings')}
      </Heading>
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
            <Text size="sm">{t(`meaning.${name}.${sideOf(traits, name)}`)}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rates a trait relative to the person's strongest one: absolute values of different quizzes are not comparable. */
function sideOf(traits: SoulSignature['traits'], name: TraitName): 'much' | 'some' | 'little' {
  const share = traits[name] / Math.max(1, ...Object.values(traits));
  if (share >= much) return 'much';
  return share > little ? 'some' : 'little';
}
