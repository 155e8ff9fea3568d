import type { SelfUser } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { ruleOf } from '@frens/contract/profile-fields';
import { Detail, DetailList } from '@frens/design-system/detail-list';
import { Badge, currentLanguage, Heading, Stack, UserText, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { InterestList } from '../../../members/interest-list.tsx';
import { choiceKey, type EditedField, editedFields } from '../profile-draft.ts';
import { PendingEmail } from './pending-email.tsx';
import styles from './profile-details.module.css';

/** Fields with a layout of their own; the others take one line each. */
const detailed: readonly EditedField[] = ['name', 'bio', 'interests'];
const inLine = editedFields.filter((field) => !detailed.includes(field));
const isPrivate = (field: EditedField) => ruleOf(field).audience === 'self';

/** The profile in view mode: all fields, and which are still empty. */
export function ProfileDetails({ user }: { user: SelfUser }) {
  const { t } = useTranslation('mf-social');
  const onlyYou = useId();
  const textOf = (field: EditedField) => {
    const value = String(user[field] ?? '');
    return value && ruleOf(field).kind === 'choice' ? t(choiceKey(field, value)) : value;
  };
  const facts = (fields: readonly EditedField[]) =>
    fields.map((field) => <Fact key={field} field={field} value={textOf(field)} />);
  return (
    <Stack gap="lg">
      <DetailList>
        <Detail term={t('profile.fields.bio')} empty={user.bio === ''}>
          <UserText block>{user.bio || t('profile.noBio')}</UserText>
        </Detail>
        <Detail term={t('profile.fields.interests')} empty={user.interests.length === 0}>
          {user.interests.length === 0 ? (
            t('profile.noInterests')
          ) : (
            <InterestList interests={user.interests} />
          )}
        </Detail>
      </DetailList>
      <DetailList columns={2}>
        <Fact field="name" value={user.name} />
        {facts(inLine.filter((field) => !isPrivate(field)))}
      </DetailList>
      <Heading level={3} size="sm" id={onlyYou}>
        {t('profile.onlyYou')}
      </Heading>
      <DetailList columns={2} aria-labelledby={onlyYou}>
        <Detail term={t('profile.fields.email')} empty={user.email === ''} className={styles.whole}>
          {/* The address is empty after its holder has disowned the account. */}
          {user.email === '' ? (
            t('profile.noEmail')
          ) : (
            <span className={styles.email}>
              {user.email}
              {user.emailVerified ? null : <Badge hue="honey">{t('profile.unconfirmedEmail')}</Badge>}
            </span>
          )}
          {user.pendingEmail ? <PendingEmail user={user} email={user.pendingEmail} /> : null}
        </Detail>
        {facts(inLine.filter(isPrivate))}
        <Fact field="memberSince" value={formatDay(currentLanguage(), user.createdAt)} />
      </DetailList>
    </Stack>
  );
}

function Fact({ field, value }: { field: EditedField | 'memberSince'; value: string }) {
  const { t } = useTranslation('mf-social');
  return (
    <Detail term={t(`profile.fields.${field}`)} empty={value === ''}>
      <UserText>{value || t('common.notSet')}</UserText>
    </Detail>
  );
}
