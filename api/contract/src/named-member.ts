import type { NamedMember } from './members.ts';

/** A member's identity as shown beside their things. */
export function namedMember({
  id,
  username,
  name,
  profileImage,
  pandaId,
  pandaImage,
}: NamedMember): NamedMember {
  return { id, username, name, profileImage, pandaId, pandaImage };
}
