import { Container, Heading, Section, Text, useTranslation } from '@frens/platform';
import styles from './community.module.css';
import { NewestCircles } from './newest-circles.tsx';
import { RisingPandas } from './rising-pandas.tsx';

/** Live data of the community: the newest circles and the rising Pandas that the reader may see. */
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
