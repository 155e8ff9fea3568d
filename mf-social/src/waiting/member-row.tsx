import type { PublicUser } from '@frens/contract';
import { Card, Link, Text, UserText } from '@frens/platform';
import type { ReactNode } from 'react';
import { MemberAvatar } from '../members/member-avatar.tsx';
import { personPath } from '../paths.ts';
import styles from './member-row.module.css';

interface MemberRowProps {
  member: Pick<PublicUser, 'name' | 'username' | 'profileImage' | 'pandaId' | 'online'> &
    Partial<Pick<PublicUser, 'occupation'>>;
  /** One line under the name. */
  detail: ReactNode;
  /** What the member wrote along. */
  note?: string;
  actions: ReactNode;
  /** One short action stays beside the words on phones, too; more go under them. */
  isShort?: boolean;
}

/** A member in a list, who leads to their page, with what can be done at the end of the line. */
export function MemberRow({ member, detail, note, actions, isShort = false }: MemberRowProps) {
  return (
    <Card asChild interactive tone="plain" padding="none">
      <li className={styles.root} data-short={isShort || undefined}>
        <MemberAvatar member={member} />
        <div className={styles.words}>
          <Text weight="bold">
            <Link to={personPath(member.username)} data-card-link>
              <UserText>{member.name}</UserText>
            </Link>
          </Text>
          {member.occupation ? (
            <Text size="sm" clamp={1}>
              <UserText>{member.occupation}</UserText>
            </Text>
          ) : null}
          <Text size="sm" tone="muted">
            {detail}
          </Text>
          {note ? (
            <blockquote className={styles.note}>
              <UserText block>{note}</UserText>
            </blockquote>
          ) : null}
        </div>
        <div className={styles.actions}>{actions}</div>
      </li>
    </Card>
  );
}
