import { CoinsIcon, HeartHandshakeIcon, SproutIcon } from '@frens/design-system/icons';
import { Badge, Card, Chip, Heading, Panda, type TraitValues, useTranslation } from '@frens/platform';
import type { ReactNode } from 'react';
import styles from './story-card.module.css';

interface StoryCardProps {
  id: string;
  /** The portrait beside the quote. */
  traits: TraitValues;
  /** The quote, a static text (spec section 3). */
  text: (part: 'title' | 'story' | 'impact' | 'names' | 'connector' | 'stake') => string;
  category?: ReactNode;
}

/** A community story: a quote with a portrait, marked as a sample (D51). */
export function StoryCard({ id, traits, text, category }: StoryCardProps) {
  const { t } = useTranslation('shell');
  return (
    <Card padding="lg" asChild className={styles.root}>
      <figure>
        <div className={styles.badges}>
          {category}
          <Badge>{t('landing.stories.preview')}</Badge>
        </div>
        <Heading level={3} size="md">
          {text('title')}
        </Heading>
        <blockquote className={styles.quote}>{text('story')}</blockquote>
        <p className={styles.impact}>
          <SproutIcon size={20} />
          {text('impact')}
        </p>
        <figcaption className={styles.people}>
          <Panda pandaId={id} traits={traits} name="" size="sm" shape="circle" />
          <span className={styles.names}>
            <strong>{text('names')}</strong>
            <span className={styles.connector}>
              <HeartHandshakeIcon size={16} />
              {t('landing.stories.connector', { name: text('connector') })}
            </span>
          </span>
          <Chip hue="persimmon" icon={<CoinsIcon />}>
            {t('landing.stories.staked', { amount: text('stake') })}
          </Chip>
        </figcaption>
      </figure>
    </Card>
  );
}
