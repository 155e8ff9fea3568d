import type { Person } from '@frens/contract';
import { Card, Heading, Stack, Text, UserText, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { InterestList } from '../../../members/interest-list.tsx';

interface PersonAboutProps {
  person: Person;
  /** Only name, username and image are visible. */
  isNameOnly: boolean;
}

/** A person's self-description: bio and interests. */
export function PersonAbout({ person: { name, bio, interests, relation }, isNameOnly }: PersonAboutProps) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const interestsTitle = useId();
  return (
    <Card asChild>
      <section aria-labelledby={title}>
        <Stack gap="lg">
          <Stack gap="sm">
            <Heading level={2} size="md" id={title}>
              {t('person.about')}
            </Heading>
            {isNameOnly ? (
              <Text tone="muted">
                {t(`person.${relation === 'friend' ? 'private' : 'forFriends'}`, { name })}
              </Text>
            ) : (
              <UserText block measure tone={bio ? 'ink' : 'muted'}>
                {bio || t('member.noBio')}
              </UserText>
            )}
          </Stack>
          {interests.length > 0 ? (
            <Stack gap="sm">
              <Heading level={3} size="sm" id={interestsTitle}>
                {t('member.interests')}
              </Heading>
              <InterestList interests={interests} labelledBy={interestsTitle} />
            </Stack>
          ) : null}
        </Stack>
      </section>
    </Card>
  );
}
