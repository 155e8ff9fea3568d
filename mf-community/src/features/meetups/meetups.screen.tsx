import { Container, Grid, Heading, useTranslation } from '@frens/platform';
import { PreviewClosing } from '../../components/preview-closing.tsx';
import { PreviewHeader } from '../../components/preview-header.tsx';
import styles from '../../components/preview-page.module.css';
import { MeetupCard } from './components/meetup-card.tsx';
import { sampleMeetups } from './sample-meetups.ts';

/** /meetups: a preview of meetups with sample events. */
export function MeetupsScreen() {
  const { t } = useTranslation('mf-community');
  return (
    <Container className={styles.root}>
      <PreviewHeader
        scene="meeting"
        title={t('meetups.title')}
        description={t('meetups.subtitle')}
        note={t('meetups.note')}
      />
      <section className={styles.section}>
        <Heading>{t('meetups.listTitle')}</Heading>
        <Grid asChild columns={2} gap="lg">
          <ul className={styles.list}>
            {sampleMeetups.map((meetup) => (
              <li key={meetup.id}>
                <MeetupCard meetup={meetup} />
              </li>
            ))}
          </ul>
        </Grid>
      </section>
      <PreviewClosing
        title={t('meetups.organize.title')}
        text={t('meetups.organize.text')}
        action={t('meetups.organize.action')}
      />
    </Container>
  );
}
