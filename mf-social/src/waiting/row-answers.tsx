import { CheckIcon } from '@frens/design-system/icons';
import { Button, useTranslation, VisuallyHidden } from '@frens/platform';
import { type ReactNode, useState } from 'react';
import { refocusOnMount } from '../lists/focus-on-mount.ts';
import { Undoable } from '../members/undoable.tsx';
import { useAnswers } from './answers.ts';

/** One of the answers to what waits in a row. */
export interface RowAnswer {
  label: string;
  /** The label, and whom it is about. */
  name: string;
  /** What the row says once it is sent; before, too, unless `meanwhile` does. */
  outcome: string;
  /** For an outcome that is not true until it is sent. */
  meanwhile?: string;
  /** A word that it resolves to is what came of it, one of `outcomes`. */
  send: () => Promise<unknown>;
  /** It was given on an earlier visit, and is not offered again. */
  isPast?: boolean;
  /** What can be done once it is sent. */
  next?: ReactNode;
}

interface RowAnswersProps {
  /** Of what is answered. */
  id: string;
  /** Whom, or which circle, it is about. */
  about: string;
  answers: Record<string, RowAnswer>;
  /** What may come of an answer beside what its row says at once. */
  outcomes?: Record<string, Pick<RowAnswer, 'outcome' | 'meanwhile' | 'next'>>;
}

/** The answers to what waits in a row; the one that was given then stands in their place, with Undo (D21). */
export function RowAnswers({ id, about, answers, outcomes = {} }: RowAnswersProps) {
  const { t } = useTranslation('mf-social');
  const { get, start, undo } = useAnswers();
  const [last, setLast] = useState('');
  const decided = get(id);
  if (decided) {
    const given = answers[decided.answer] ?? outcomes[decided.answer];
    return (
      <Undoable
        undoLabel={t('dashboard.answered.undoLabel', { name: about })}
        onUndo={decided.stage === 'undoable' ? () => undo(id) : null}
        next={decided.stage === 'sent' ? given?.next : null}
      >
        <CheckIcon size={18} />
        <VisuallyHidden>{about}: </VisuallyHidden>
        {decided.stage === 'sent' ? given?.outcome : (given?.meanwhile ?? given?.outcome)}
      </Undoable>
    );
  }
  const offered = Object.entries(answers).filter(([, { isPast }]) => !isPast);
  return offered.map(([answer, { label, name, send }], place) => (
    <Button
      key={answer}
      size="sm"
      variant={place === 0 && offered.length > 1 ? 'primary' : 'secondary'}
      aria-label={name}
      // It is back, because it was undone or did not arrive.
      ref={last === answer ? refocusOnMount : undefined}
      onClick={() => {
        setLast(answer);
        start(id, send, answer);
      }}
    >
      {label}
    </Button>
  ));
}
