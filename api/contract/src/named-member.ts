import type { NamedMember } from './members.ts';

/** What of a member is told beside what is theirs. */
export function namedMember({ id, username, name, profileImage, pandaId }: NamedMember): NamedMember {
  return { id, username, name, profileImage, pandaId };
}
