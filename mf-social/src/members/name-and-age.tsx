import type { PublicUser } from '@frens/contract';
import { UserText, useTranslation } from '@frens/platform';

/** A member's name, and their age where visible. */
export function NameAndAge({ member: { name, age } }: { member: Pick<PublicUser, 'name' | 'age'> }) {
  const { t } = useTranslation('mf-social');
  return age === null ? <UserText>{name}</UserText> : t('member.nameAndAge', { name, age });
}
