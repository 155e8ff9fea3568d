import {
  CompassIcon,
  HandHeartIcon,
  HeartHandshakeIcon,
  MicIcon,
  ShieldCheckIcon,
  StarIcon,
} from '@frens/design-system/icons';
import { Card, Container, Heading, Section, Text, useTranslation } from '@frens/platform';
import styles from './landing.module.css';

const ways = [
  { id: 'group', Icon: CompassIcon, hue: 'honey', feature: 'circles' },
  { id: 'service', Icon: HandHeartIcon, hue: 'bamboo', feature: null },
  { id: 'matchmaking', Icon: HeartHandshakeIcon, hue: 'persimmon', feature: 'vibe' },
  { id: 'clubhouse', Icon: MicIcon, hue: 'plum', feature: 'meetups' },
] as const;

/** The foundations of the community. */
const more = [
  { id: 'trust', Icon: ShieldCheckIcon },
  { id: 'quotient', Icon: StarIcon },
] as const;

/** How frens connect: four ways with their features, and the foundations. */
export function Features() {
  const { t } = useTranslation('shell');
  return (
    <Section id="features" aria-labelledby="features-title">
      <Container>
        <header className={styles.intro}>
          <Heading level={2} size="2xl" id="features-title">
            {t('landing.features.title')}
          </Heading>
          <Text size="lg" tone="muted">
            {t('landing.features.text')}
          </Text>
        </header>
        <ul className={styles.ways}>
          {ways.map(({ id, Icon, hue, feature }) => (
            <Card key={id} padding="lg" asChild className={styles.way}>
              <li>
                <span className={styles.icon} data-hue={hue}>
                  <Icon size={28} />
                </span>
                <div>
                  <Heading level={3} size="md">
                    {t(`landing.features.${id}.title`)}
                  </Heading>
                  <Text tone="muted">{t(`landing.features.${id}.text`)}</Text>
                  {feature ? <Feature id={feature} /> : null}
                </div>
              </li>
            </Card>
          ))}
        </ul>
        <ul className={styles.more}>
          {more.map(({ id, Icon }) => (
            <li key={id} className={styles.moreItem}>
              <Icon size={22} />
              <Feature id={id} />
            </li>
          ))}
        </ul>
      </Container>
    </Section>
  );
}

function Feature({ id }: { id: 'circles' | 'vibe' | 'meetups' | 'trust' | 'quotient' }) {
  const { t } = useTranslation('shell');
  return (
    <p className={styles.feature}>
      <strong>{t(`landing.more.${id}.title`)}</strong> {t(`landing.more.${id}.text`)}
    </p>
  );
}
