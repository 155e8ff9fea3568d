import type { Person, ReceivedMatch } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { currentLanguage, Text, UserText, useSession, useTranslation } from '@frens/platform';
import { useEffect, useRef, useState } from 'react';
import { useConnect } from '../../../members/connect.queries.ts';
import { ConnectButtons } from '../../../members/connect-action.tsx';
import { FriendActions } from '../../../members/friend-actions.tsx';
import { IncomingActions, OutgoingActions } from '../../../members/request-actions.tsx';
import { Undoable } from '../../../members/undoable.tsx';
import { useRemovals } from '../../../members/use-removals.ts';
import { IntroducePerson } from './introduce-person.tsx';
import styles from './person-actions.module.css';

/** The member's relation to a person, and the matching action (D57). */
export function PersonActions({ person }: { person: Person }) {
  const { t } = useTranslation('mf-social');
  const { relation, name, connection } = person;
  const { user } = useSession();
  const state = useRef<HTMLParagraphElement>(null);
  const lastRelation = useRef(relation);
  // The pressed button disappears with the old relation: focus moves to the text that describes the new one.
  useEffect(() => {
    if (lastRelation.current !== relation && document.activeElement === document.body) state.current?.focus();
    lastRelation.current = relation;
  }, [relation]);

  const date = connection ? formatDay(currentLanguage(), connection.at) : '';
  // The panel below takes the answer (D25).
  const introduction = introductionTo(person);
  const words = relation === 'none' ? (person.canConnect ? 'open' : 'closed') : relation;
  return (
    <div className={styles.root}>
      <Text size="sm" tone="muted" ref={state} tabIndex={-1}>
        {introduction
          ? t('person.relation.introduced', { matchmaker: introduction.matchmaker.name })
          : t(`person.relation.${words}`, { name, date })}
      </Text>
      {connection?.note ? (
        <blockquote className={styles.note}>
          <UserText block>{connection.note}</UserText>
        </blockquote>
      ) : null}
      <FittingButton person={person} />
      {user?.profileComplete && person.canIntroduce ? (
        <IntroducePerson key={relation} person={person} />
      ) : null}
    </div>
  );
}

/** An introduction to this person that awaits the member's answer. */
function introductionTo({ id, relation, waiting }: Person): ReceivedMatch | undefined {
  return relation === 'none'
    ? waiting.introductions.find(({ other, myAnswer }) => other.id === id && !myAnswer)
    : undefined;
}

function FittingButton({ person }: { person: Person }) {
  const connect = useConnect(person);
  const { relation, connection } = person;
  if (relation === 'none') {
    return person.canConnect ? (
      <ConnectButtons member={person} connect={connect} isSecondary={introductionTo(person) !== undefined} />
    ) : null;
  }
  if (!connection) return null;
  if (relation === 'friend') return <Friendship person={person} connection={connection} />;
  const request = { id: connection.id, user: person };
  return (
    <div className={styles.buttons}>
      {relation === 'incoming' ? (
        <IncomingActions request={request} />
      ) : (
        <OutgoingActions request={request} />
      )}
    </div>
  );
}

interface FriendshipProps {
  person: Person;
  connection: NonNullable<Person['connection']>;
}

function Friendship({ person, connection: { id, at } }: FriendshipProps) {
  const { t } = useTranslation('mf-social');
  const removals = useRemovals();
  const [isRestored, setRestored] = useState(false);
  const removal = removals.get(id);
  if (removal) {
    const undo = () => {
      setRestored(true);
      removals.undo(id);
    };
    return (
      <Undoable
        undoLabel={t('dashboard.friends.undoLabel', { name: person.name })}
        onUndo={removal.stage === 'undoable' ? undo : null}
      >
        {t('dashboard.friends.removing', { name: person.name })}
      </Undoable>
    );
  }
  return (
    <div className={styles.buttons}>
      <FriendActions
        friend={person}
        isRestored={isRestored}
        onRemove={() => removals.start({ id, friendId: person.id, friend: person, since: at })}
      />
    </div>
  );
}
