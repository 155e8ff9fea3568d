import { pandaPath } from '@frens/contract/page-paths';
import { memberPicture } from '@frens/contract/picture-files';
import { Avatar, Button, Card, Heading, Link, Text, useSession, useTranslation } from '@frens/platform';
import { ByReader } from '../by-reader.tsx';
import { memberName } from '../chrome/member-name.ts';
import styles from './hero-card.module.css';
import { JoinForm } from './join-form.tsx';

/** The hero's card: visitors join, members continue. */
export const HeroCard = () => <ByReader visitor={<JoinForm />} member={<Welcome />} />;

/** As high before it is known who the member is. */
function Welcome() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const pandaId = user?.pandaId;
  const name = user ? memberName(user) : '';
  return (
    <Card padding="lg" asChild className={styles.welcome}>
      <section aria-labelledby="welcome-title">
        <Avatar name={name} {...(user && memberPicture(user))} size="xl" decorative />
        <Heading level={2} size="md" id="welcome-title" className={styles.title}>
          {t(user ? 'landing.welcome.title' : 'landing.welcome.toAll', { name })}
        </Heading>
        <Text tone="muted">{t('landing.welcome.text')}</Text>
        <Button asChild size="lg" fullWidth>
          <Link to="/dashboard">{t('landing.welcome.dashboard')}</Link>
        </Button>
        <Button asChild size="lg" variant="secondary" fullWidth className={user ? undefined : styles.later}>
          {user && !pandaId ? (
            <Link to="/vibe-quiz">{t('landing.hero.quiz')}</Link>
          ) : (
            <Link to={pandaId ? pandaPath(pandaId) : '/panda'}>{t('landing.welcome.panda')}</Link>
          )}
        </Button>
      </section>
    </Card>
  );
}
