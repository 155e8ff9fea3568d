import type { PublicUser } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { Avatar } from '@frens/platform';

interface MemberAvatarProps {
  member: Pick<PublicUser, 'name' | 'profileImage' | 'pandaImage' | 'online'>;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  className?: string;
}

/** A member's picture, else their Panda, else a placeholder. Decorative: the name stands beside it. */
export function MemberAvatar({ member, size = 'md', className }: MemberAvatarProps) {
  return (
    <Avatar
      decorative
      name={member.name}
      {...memberPicture(member)}
      size={size}
      online={member.online}
      className={className}
    />
  );
}
