import type { Person } from '@frens/contract';
import { Card, Heading, Text, UserText, useTranslation, VisuallyHidden } from '@frens/platform';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { MemberFacts } from '../../../members/member-facts.tsx';
import { NameAndAge } from '../../../members/name-and-age.tsx';
import { PersonActions } from './person-actions.tsx';
import styles from './person-profile.module.css';
import { SelfActions } from './self-actions.tsx';

/** Name and picture of a person, with the member's actions. */
export function PersonHead({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const { t } = useTranslation('mf-social');
  const { name, username, occupation } = person;
  return (
    <Card asChild padding="none" className={styles.card}>
      <header data-title={name}>
        <span className={styles.band} />
        <div className={styles.head}>
          <MemberAvatar member={person} size="xl" className={styles.picture} />
          <div className={styles.who}>
            <div>
              <Heading level={1} size="lg">
                <NameAndAge member={person} />
              </Heading>
              {person.online ? <VisuallyHidden>{t('member.online')}</VisuallyHidden> : null}
              <Text tone="muted" className={styles.username}>
                @{username}
              </Text>
            </div>
            {occupation ? (
              <Text>
                <UserText>{occupation}</UserText>
              </Text>
            ) : null}
            <MemberFacts member={person} />
          </div>
          {isSelf ? <SelfActions /> : <PersonActions person={person} />}
        </div>
      </header>
    </Card>
  );
}
