import {
  CalendarIcon,
  CompassIcon,
  HandHeartIcon,
  HeartHandshakeIcon,
  MicIcon,
  ShieldCheckIcon,
  SparklesIcon,
  SproutIcon,
  StarIcon,
  UsersIcon,
} from '@frens/design-system/icons';
import { Card, Container, Heading, Section, Text, useTranslation } from '@frens/platform';
import styles from './landing.module.css';

const ways = [
  { id: 'group', Icon: CompassIcon, hue: 'honey' },
  { id: 'service', Icon: HandHeartIcon, hue: 'bamboo' },
  { id: 'matchmaking', Icon: HeartHandshakeIcon, hue: 'persimmon' },
  { id: 'clubhouse', Icon: MicIcon, hue: 'plum' },
] as const;

const more = [
  { id: 'circles', Icon: UsersIcon },
  { id: 'meetups', Icon: CalendarIcon },
  { id: 'service', Icon: SproutIcon },
  { id: 'vibe', Icon: SparklesIcon },
  { id: 'trust', Icon: ShieldCheckIcon },
  { id: 'quotient', Icon: StarIcon },
] as const;

/** How frens connect, and what else there is. */
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
          {ways.map(({ id, Icon, hue }) => (
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
                </div>
              </li>
            </Card>
          ))}
        </ul>
        <Heading level={3} size="lg" className={styles.moreTitle}>
          {t('landing.more.title')}
        </Heading>
        <ul className={styles.more}>
          {more.map(({ id, Icon }) => (
            <li key={id} className={styles.moreItem}>
              <Icon size={22} />
              <div>
                <h4 className={styles.moreName}>{t(`landing.more.${id}.title`)}</h4>
                <Text size="sm" tone="muted">
                  {t(`landing.more.${id}.text`)}
                </Text>
              </div>
            </li>
          ))}
        </ul>
      </Container>
    </Section>
  );
}
