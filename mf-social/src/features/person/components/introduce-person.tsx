import type { Person } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { HeartHandshakeIcon } from '@frens/design-system/icons';
import { api, Button, Text, useAction, useTranslation } from '@frens/platform';
import { useEffect, useRef, useState } from 'react';
import type { Candidate } from '../../../introductions/candidate-choice.tsx';

/** Introduces a friend to a matching candidate, or any other person to one of the member's friends (D57). */
export function IntroducePerson({ person }: { person: Person }) {
  const { t } = useTranslation('mf-social');
  const { id, name } = person;
  const isFriend = person.relation === 'friend';
  const [isOpen, setOpen] = useState(false);
  const nobody = useRef<HTMLParagraphElement>(null);
  const load = useAction({
    send: async () => {
      const [others, { IntroductionSheet }] = await Promise.all([
        isFriend ? candidatesOf(id) : friendsBut(id),
        import('../../../introductions/introduction-sheet.tsx'),
      ]);
      return { others, IntroductionSheet };
    },
    meta: { failureTitle: t('dashboard.matchmaker.sheet.loadFailed') },
    onSuccess: ({ others }) => setOpen(others !== null && others.length > 0),
  });
  const isClosed = load.data?.others === null;
  const isNobody = isClosed || load.data?.others?.length === 0;
  useEffect(() => {
    if (isNobody) nobody.current?.focus();
  }, [isNobody]);
  if (isNobody)
    return (
      <Text size="sm" tone="muted" ref={nobody} tabIndex={-1}>
        {isClosed
          ? t('dashboard.matchmaker.card.closed', { name })
          : isFriend
            ? t('dashboard.matchmaker.card.none')
            : t('person.introduce.nobody', { name })}
      </Text>
    );
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<HeartHandshakeIcon />}
        aria-haspopup="dialog"
        loading={load.isPending}
        // Reloads on each press: earlier suggestions have left the list.
        onClick={() => load.run()}
      >
        {t('person.introduce.action')}
      </Button>
      {load.data?.others && isOpen ? (
        <load.data.IntroductionSheet
          person={person}
          isFriend={isFriend}
          others={load.data.others}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** Candidates for a friend; null if the friend opted out of introductions. */
async function candidatesOf(friendId: string): Promise<Candidate[] | null> {
  const [one] = await api.call('GET /api/matches/candidates', { query: { friendId } });
  return one?.candidates ?? null;
}

/** The member's newest friends, without reasons: the matchmaker supplies them. */
async function friendsBut(personId: string): Promise<Candidate[]> {
  const friends = await api.call('GET /api/connections', { query: { limit: limits.page.max } });
  return friends
    .filter(({ friend }) => friend.id !== personId)
    .map(({ friend }) => ({ user: friend, reasons: null }));
}
