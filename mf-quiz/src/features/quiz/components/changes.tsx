import type { SoulSignature } from '@frens/contract';
import { traitNames } from '@frens/contract/panda-scoring';
import { Heading, Text, useTranslation } from '@frens/platform';
import { useId } from 'react';
import styles from './changes.module.css';

type Found = Pick<SoulSignature, 'topTrait' | 'traits'>;

/** Changes of an existing Panda after a repeated quiz: its leading trait and every changed value (D42). */
export function Changes({ before, now }: { before: Found; now: Found }) {
  const { t } = useTranslation('mf-quiz');
  const title = useId();
  const changed = traitNames.filter((name) => before.traits[name] !== now.traits[name]);
  return (
    <section aria-labelledby={title} className={styles.root}>
      <Heading level={3} size="sm" id={title}>
        {t('end.changes.title')}
      </Heading>
      <Text>
        {changed.length === 0
          ? t('end.changes.none')
          : before.topTrait === now.topTrait
            ? t('end.changes.sameLead', { trait: t(`leading.${now.topTrait}`) })
            : t('end.changes.otherLead', {
                before: t(`leading.${before.topTrait}`),
                now: t(`leading.${now.topTrait}`),
              })}
      </Text>
      {changed.length > 0 ? (
        <ul className={styles.list}>
          {changed.map((name) => (
            <li key={name}>
              {t('end.changes.trait', {
                trait: t(`trait.${name}`),
                before: before.traits[name],
                now: now.traits[name],
              })}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
