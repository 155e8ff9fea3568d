import type { SoulSignature } from '@frens/contract';
import { type TraitName, traitNames } from '@frens/contract/panda-scoring';
import { firstQuotient } from '@frens/contract/quotient';
import { traitScale } from '@frens/contract/trait-scale';
import { LazyRadarChart } from '@frens/members/lazy-radar-chart';
import {
  Card,
  Chip,
  Cluster,
  Heading,
  Panda,
  Skeleton,
  Text,
  traitHues,
  useTranslation,
} from '@frens/platform';
import { type ReactNode, useEffect, useRef } from 'react';
import { labs } from '../labs.ts';
import styles from './reveal.module.css';
import { SharePicture } from './share-picture.tsx';
import { TraitMeanings } from './trait-meanings.tsx';

interface RevealProps {
  /** The existing Panda's image, or the seed to draw it from. */
  picture: { imageUrl: string } | { pictureSeed: string };
  traits: SoulSignature['traits'];
  topTrait: TraitName;
  /** Introduces the Panda. */
  title: string;
  /** The Panda's name or a substitute, for the shared picture. */
  name: string;
  action: ReactNode;
  /** Links to further pages. */
  ways?: ReactNode;
  children: ReactNode;
}

/** Reveals the Soul Signature: the Panda appears, the traits unfold. */
export function Reveal({ picture, traits, topTrait, title, name, action, ways, children }: RevealProps) {
  const { t } = useTranslation('mf-quiz');
  const heading = useRef<HTMLHeadingElement>(null);
  const panda = useRef<HTMLDivElement>(null);

  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, []);

  const points = traitNames.map((name) => ({
    label: t(`trait.${name}`),
    value: traits[name],
    hue: traitHues[name],
  }));
  const alt = t('end.panda.alt', { trait: t(`leading.${topTrait}`) });
  const summary = points.map(({ label, value }) => `${label} ${value}`).join(', ');
  const radarLabel = `${t('end.radar')}: ${summary}`;

  return (
    <section className={styles.root} data-hue={traitHues[topTrait]} aria-labelledby="quiz-end">
      <header className={styles.header}>
        <Heading ref={heading} id="quiz-end" level={1} size="2xl" tabIndex={-1}>
          {t('end.title')}
        </Heading>
        <Text size="lg">{t('end.text', { labs: labs.length })}</Text>
      </header>
      <div className={styles.result}>
        <div ref={panda} className={styles.panda}>
          <span className={styles.burst} aria-hidden="true">
            {traitNames.map((name) => (
              <i key={name} data-hue={traitHues[name]} />
            ))}
          </span>
          {'imageUrl' in picture ? (
            <img src={picture.imageUrl} alt={alt} width={512} height={512} className={styles.portrait} />
          ) : (
            <Panda
              pandaId={picture.pictureSeed}
              traits={traits}
              score={Number(firstQuotient.total)}
              name={alt}
              size="fill"
            />
          )}
        </div>
        <div className={styles.words}>
          <Heading level={2} size="xl">
            {title}
          </Heading>
          <Text weight="bold" className={styles.leading}>
            {t('end.leading', { trait: t(`leading.${topTrait}`) })}
          </Text>
          {children}
          <div className={styles.action}>
            {action}
            <SharePicture panda={panda} name={name} traits={traits} topTrait={topTrait} />
          </div>
          {ways ? <p className={styles.ways}>{ways}</p> : null}
        </div>
        <Card padding="sm" className={styles.radar}>
          <LazyRadarChart
            points={points}
            max={traitScale(traits)}
            label={radarLabel}
            loading={<Skeleton shape="block" className={styles.waiting} />}
            // The result shows without the chart, too.
            failed={() => (
              <Cluster role="group" aria-label={radarLabel}>
                {points.map(({ label, hue, value }) => (
                  <Chip key={label} hue={hue} value={value}>
                    {label}
                  </Chip>
                ))}
              </Cluster>
            )}
          />
        </Card>
      </div>
      <TraitMeanings traits={traits} />
    </section>
  );
}
