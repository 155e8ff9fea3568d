import { CoinsIcon, HeartHandshakeIcon, SproutIcon } from '@frens/design-system/icons';
import {
  Badge,
  Card,
  Chip,
  Heading,
  type Hue,
  Panda,
  type TextKey,
  type TextSection,
  type TraitValues,
  useTranslation,
} from '@frens/platform';
import styles from './story-card.module.css';

/** A story as the pages keep it: static, told by the texts under `texts` (spec section 3). */
export interface Story {
  id: string;
  /** Where its texts stand. */
  texts: TextSection<'shell', StoryText>;
  /** The portrait beside the quote. */
  traits: TraitValues;
  category?: { text: TextKey<'shell'>; hue: Hue };
}

type StoryText = 'title' | 'story' | 'impact' | 'names' | 'connector' | 'stake';

/** One community story as a quote with a portrait. It is a sample and says so (D51). */
export function StoryCard({ story }: { story: Story }) {
  const { t } = useTranslation('shell');
  const text = (part: StoryText) => t(`${story.texts}.${part}`);
  return (
    <Card padding="lg" asChild className={styles.root}>
      <figure>
        <div className={styles.badges}>
          {story.category ? <Badge hue={story.category.hue}>{t(story.category.text)}</Badge> : null}
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
          <Panda pandaId={story.id} traits={story.traits} name="" size="sm" shape="circle" />
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
