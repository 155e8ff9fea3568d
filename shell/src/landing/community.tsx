import { Container, Heading, Section, Text, useTranslation } from '@frens/platform';
import styles from './community.module.css';
import { NewestCircles } from './newest-circles.tsx';
import { RisingPandas } from './rising-pandas.tsx';

/** What really goes on: the newest circles and the Pandas on the rise, as far as whoever looks may see them. */
export function Community() {
  const { t } = useTranslation('shell');
  return (
    <Section id="community" tone="sunken" aria-labelledby="community-title">
      <Container className={styles.root}>
        <header className={styles.intro}>
          <Heading level={2} size="2xl" id="community-title">
            {t('landing.community.title')}
          </Heading>
          <Text size="lg" tone="muted">
            {t('landing.community.text')}
          </Text>
        </header>
        <NewestCircles />
        <RisingPandas />
      </Container>
    </Section>
  );
}
