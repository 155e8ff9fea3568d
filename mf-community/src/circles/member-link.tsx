import type { PublicUser } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { Avatar, Link, UserText } from '@frens/platform';
import type { ReactNode } from 'react';
import { personPath } from '../paths.ts';
import styles from './member-link.module.css';

interface MemberLinkProps {
  member: Pick<PublicUser, 'username' | 'name' | 'profileImage' | 'pandaImage'>;
  /** Text instead of the name. */
  children?: ReactNode;
}

/** A member's picture and name, linked to their page. */
export function MemberLink({ member, children = member.name }: MemberLinkProps) {
  return (
    <Link to={personPath(member.username)} className={styles.root}>
      <Avatar decorative size="sm" name={member.name} {...memberPicture(member)} />
      <UserText className={styles.name}>{children}</UserText>
    </Link>
  );
}
