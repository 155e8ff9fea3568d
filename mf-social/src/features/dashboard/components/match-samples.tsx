import { HeartHandshakeIcon } from '@frens/design-system/icons';
import {
  Avatar,
  Badge,
  Button,
  Card,
  Grid,
  Heading,
  Notice,
  Stack,
  Text,
  useTranslation,
} from '@frens/platform';
import { useId } from 'react';
import styles from './matchmaker-panel.module.css';

/** The specification's sample data: two friends and the candidates for each (five people, ids 1 to 5). */
const samples = [
  { friend: 'first', candidates: ['third', 'fourth'] },
  { friend: 'second', candidates: ['fourth', 'fifth'] },
] as const;
type Sample = (typeof samples)[number];
type SamplePerson = Sample['friend'] | Sample['candidates'][number];

/** Labelled samples of the matchmaker's cards. The notice above describes the disabled button. */
export function MatchSamples() {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const soon = useId();
  return (
    <section aria-labelledby={title} className={styles.samples}>
      <Heading level={3} size="sm" id={title}>
        {t('dashboard.matchmaker.examples')}
      </Heading>
      <Notice id={soon}>{t('dashboard.matchmaker.examplesText')}</Notice>
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
