import type { PublicUser } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { Avatar, Link, useTranslation } from '@frens/platform';
import { pandaPath } from '../paths.ts';
import styles from './member-avatar.module.css';

interface MemberAvatarProps {
  member: Pick<PublicUser, 'name' | 'profileImage' | 'pandaId' | 'online'>;
  size?: 'md' | 'lg';
}

/** A member's picture, else their Panda, else their initials; it leads to the Panda when there is one. */
export function MemberAvatar({ member, size = 'md' }: MemberAvatarProps) {
  const { t } = useTranslation('mf-social');
  const { name, pandaId } = member;
  const picture = (
    <Avatar decorative name={name} {...memberPicture(member)} size={size} online={member.online} />
  );
  if (!pandaId) return picture;
  return (
    <Link to={pandaPath(pandaId)} aria-label={t('member.panda', { name })} className={styles.link}>
      {picture}
    </Link>
  );
}
