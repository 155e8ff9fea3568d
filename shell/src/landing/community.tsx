import '@frens/design-system/circle-emblem.module.css';
import {
  Container,
  Heading,
  type PublicData,
  Section,
  Text,
  useIsNear,
  useTranslation,
} from '@frens/platform';
import { useRef } from 'react';
import styles from './community.module.css';
import { NewestCircles } from './newest-circles.tsx';
import { RisingPandas } from './rising-pandas.tsx';

/** Live data of the community: the newest circles and the rising Pandas that the reader may see. Most never scroll to them. */
export function Community() {
  const { t } = useTranslation('shell');
  const intro = useRef<HTMLElement>(null);
  const isNear = useIsNear(intro);
  return (
    <Section id="community" tone="sunken" className={styles.section} aria-labelledby="community-title">
      <Container className={styles.root}>
        <header ref={intro} className={styles.intro}>
          <Heading level={2} size="2xl" id="community-title">
            {t('landing.community.title')}
          </Heading>
          <Text size="lg" tone="muted">
            {t('landing.community.text')}
          </Text>
        </header>
        <NewestCircles isNear={isNear} />
        <RisingPandas isNear={isNear} />
      </Container>
    </Section>
  );
}

Community.publicData = ((read) =>
  Promise.all([NewestCircles.publicData(read), RisingPandas.publicData(read)])) satisfies PublicData;
