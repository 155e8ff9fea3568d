import { Container, Grid, Heading, Section, Text, useTranslation } from '@frens/platform';
import styles from './landing.module.css';
import { StoryCard } from './story-card.tsx';

const stories = [
  {
    id: 'garden',
    traits: { warmth: 55, service: 92, creativity: 30, wisdom: 48, adventure: 40 },
  },
  {
    id: 'music',
    traits: { warmth: 60, service: 35, creativity: 90, wisdom: 52, adventure: 28 },
  },
] as const;

/** Two community stories. */
export function Stories() {
  const { t } = useTranslation('shell');
  return (
    <Section id="success-stories" aria-labelledby="stories-title">
      <Container>
        <header className={styles.intro}>
          <Heading level={2} size="2xl" id="stories-title">
            {t('landing.stories.title')}
          </Heading>
          <Text size="lg" tone="muted">
            {t('landing.stories.text')}
          </Text>
        </header>
        <Grid columns={2} gap="lg">
          {stories.map((story) => (
            <StoryCard key={story.id} {...story} text={(part) => t(`landing.stories.${story.id}.${part}`)} />
          ))}
        </Grid>
      </Container>
    </Section>
  );
}
