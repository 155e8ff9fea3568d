import type { PublicUser } from '@frens/contract';
import { Card, Link, Text, UserText } from '@frens/platform';
import type { ReactNode } from 'react';
import { MemberAvatar } from '../members/member-avatar.tsx';
import { personPath } from '../paths.ts';
import styles from './member-row.module.css';

interface MemberRowProps {
  member: Pick<PublicUser, 'name' | 'username' | 'profileImage' | 'pandaImage' | 'online'> &
    Partial<Pick<PublicUser, 'occupation'>>;
  /** One line under the name. */
  detail: ReactNode;
  /** The member's note or message. */
  note?: string;
  actions: ReactNode;
  /** On phones, one short action stays beside the text; longer actions wrap below. */
  isShort?: boolean;
}

/** A member in a list, with a link to their page and actions at the end of the row. */
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
