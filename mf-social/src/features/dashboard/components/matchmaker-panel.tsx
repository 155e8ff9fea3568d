import type { Friend } from '@frens/contract';
import { HeartHandshakeIcon } from '@frens/design-system/icons';
import {
  Avatar,
  Badge,
  Button,
  Card,
  EmptyState,
  Grid,
  Heading,
  Link,
  LoadError,
  Notice,
  PandaScene,
  Skeleton,
  Stack,
  Text,
  useTranslation,
} from '@frens/platform';
import { useId } from 'react';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { paths, personPath } from '../../../paths.ts';
import { TitledCard } from '../../../titled-card.tsx';
import type { Connections } from '../dashboard.queries.ts';
import styles from './matchmaker-panel.module.css';

/** The examples of the specification: two friends, and for each whom they could meet (five people, ids 1 to 5). */
const samples = [
  { friend: 'first', candidates: ['third', 'fourth'] },
  { friend: 'second', candidates: ['fourth', 'fifth'] },
] as const;
type Sample = (typeof samples)[number];
type SamplePerson = Sample['friend'] | Sample['candidates'][number];

/** "Make Matches for Friends" and the member's history as a matchmaker. */
export function MatchmakerPanel({ connections }: { connections: Connections }) {
  const { t } = useTranslation('mf-social');
  const history = useId();
  return (
    <Stack gap="lg">
      <TitledCard texts="dashboard.matchmaker">
        <MatchmakerContent connections={connections} />
      </TitledCard>
      <Card asChild>
        <section aria-labelledby={history}>
          <Stack gap="sm">
            <Heading level={2} size="md" id={history}>
              {t('dashboard.matchmaker.history.title')}
            </Heading>
            <Text tone="muted">{t('dashboard.matchmaker.history.empty')}</Text>
          </Stack>
        </section>
      </Card>
    </Stack>
  );
}

function MatchmakerContent({ connections: { friends, error, retry } }: { connections: Connections }) {
  const { t } = useTranslation('mf-social');
  if (friends) {
    if (friends.length === 0) return <NoFriends />;
    return (
      <>
        <OwnFriends friends={friends} />
        <Samples />
      </>
    );
  }
  if (!error) return <Skeleton shape="card" />;
  return (
    <LoadError
      headingLevel={3}
      error={error}
      title={t('dashboard.connections.error.title')}
      onRetry={retry}
    />
  );
}

function NoFriends() {
  const { t } = useTranslation('mf-social');
  return (
    <EmptyState
      size="sm"
      headingLevel={3}
      illustration={<PandaScene scene="meeting" />}
      title={t('dashboard.matchmaker.noFriends.title')}
      description={t('dashboard.matchmaker.noFriends.text')}
      action={
        <Button asChild>
          <Link to={paths.browse}>{t('dashboard.matchmaker.noFriends.action')}</Link>
        </Button>
      }
    />
  );
}

/** How many of the member's friends stand here; all of them are a tab further. */
const friendsShown = 4;

/** Whom the member could bring together: their own friends. */
function OwnFriends({ friends }: { friends: Friend[] }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <Heading level={3} size="sm" id={title}>
        {t('dashboard.matchmaker.own')}
      </Heading>
      <ul aria-labelledby={title} className={styles.friends}>
        {friends.slice(0, friendsShown).map(({ id, friend }) => (
          <Card key={id} asChild interactive tone="plain" padding="none">
            <li className={styles.person}>
              <MemberAvatar member={friend} />
              <Text weight="bold" className={styles.words}>
                <Link to={personPath(friend.username)} data-card-link>
                  {friend.name}
                </Link>
              </Text>
            </li>
          </Card>
        ))}
      </ul>
      <Link to={paths.connections}>{t('dashboard.matchmaker.all')}</Link>
    </section>
  );
}

/** What it will look like, said plainly; the button explains itself by the sentence above it. */
function Samples() {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const soon = useId();
  return (
    <section aria-labelledby={title} className={styles.samples}>
      <Heading level={3} size="sm" id={title}>
        {t('dashboard.matchmaker.examples')}
      </Heading>
      <Notice id={soon}>{t('dashboard.matchmaker.opensSoon')}</Notice>
      <Grid columns={2}>
        {samples.map(({ friend, candidates }) => (
          <Card key={friend} tone="sunken" padding="sm">
            <Stack>
              <Person person={friend} isExample />
              <div>
                <Text size="sm" tone="muted" weight="bold">
                  {t('dashboard.matchmaker.candidates')}
                </Text>
                <ul className={styles.candidates}>
                  {candidates.map((candidate) => (
                    <li key={candidate}>
                      <Person person={candidate} />
                    </li>
                  ))}
                </ul>
              </div>
              <Button disabled fullWidth icon={<HeartHandshakeIcon />} aria-describedby={soon}>
                {t('dashboard.matchmaker.suggest')}
              </Button>
            </Stack>
          </Card>
        ))}
      </Grid>
    </section>
  );
}

function Person({ person, isExample = false }: { person: SamplePerson; isExample?: boolean }) {
  const { t } = useTranslation('mf-social');
  const name = t(`dashboard.matchmaker.sample.${person}.name`);
  return (
    <div className={styles.person}>
      <Avatar decorative name={name} size={isExample ? 'md' : 'sm'} />
      <div className={styles.words}>
        <Text weight="bold" size={isExample ? 'md' : 'sm'}>
          {name}
        </Text>
        <Text size="sm" tone="muted">
          {t(`dashboard.matchmaker.sample.${person}.about`)}
        </Text>
      </div>
      {isExample ? <Badge hue="honey">{t('dashboard.matchmaker.example')}</Badge> : null}
    </div>
  );
}
