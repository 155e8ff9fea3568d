import type { ListedUser } from '@frens/contract';
import { Card, Heading, Link, Text, UserText, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { ConnectAction } from '../../../members/connect-action.tsx';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { Reason } from '../../../members/reason.tsx';
import { paths, personPath } from '../../../paths.ts';
import { useShownPeople } from '../use-shown-people.ts';
import styles from './home.module.css';

/** Three suggested members, each with the reason (D70). */
export function PeopleCard({ people }: { people: ListedUser[] }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const shown = useShownPeople(people);
  // If all first reasons are of one kind, they distinguish nobody: each card shows a second one.
  const most = new Set(shown.map(({ reasons: [first] }) => first?.kind)).size > 1 ? 1 : 2;
  return (
    <Card asChild className={styles.people}>
      <section aria-labelledby={title}>
        <header className={styles.head}>
          <Heading level={2} size="sm" id={title}>
            {t('dashboard.home.people.title')}
          </Heading>
          <Link to={paths.forYou}>{t('dashboard.home.people.all')}</Link>
        </header>
        {shown.length === 0 ? (
          <Text tone="muted" className={styles.empty}>
            {t('dashboard.home.people.empty')}
          </Text>
        ) : (
          <ul aria-labelledby={title} className={styles.tiles}>
            {shown.map((one) => (
              <PersonTile key={one.id} person={one} most={most} />
            ))}
          </ul>
        )}
      </section>
    </Card>
  );
}

function PersonTile({ person, most }: { person: ListedUser; most: number }) {
  const [first, ...others] = person.reasons;
  const second = others.find(({ kind }) => kind === 'trait') ?? others[0];
  const reasons = [first, second].slice(0, most).filter((one) => one !== undefined);
  return (
    <Card asChild interactive tone="plain" padding="none">
      <li className={styles.tile}>
        <MemberAvatar member={person} size="lg" />
        <div className={styles.words}>
          <Text weight="bold">
            <Link to={personPath(person.username)} data-card-link>
              <UserText>{person.name}</UserText>
            </Link>
          </Text>
          {person.occupation ? (
            <Text size="sm" tone="muted" clamp={2}>
              <UserText>{person.occupation}</UserText>
            </Text>
          ) : null}
          {reasons.length > 0 ? (
            <div className={styles.why}>
              {reasons.map((reason) => (
                <Reason key={reason.kind} reason={reason} about="you" />
              ))}
            </div>
          ) : null}
        </div>
        <div className={styles.act}>
          <ConnectAction member={person} />
        </div>
      </li>
    </Card>
  );
}
