import { CheckIcon } from '@frens/design-system/icons';
import { Button, useTranslation, VisuallyHidden } from '@frens/platform';
import { type ReactNode, useState } from 'react';
import { refocusOnMount } from '../lists/focus-on-mount.ts';
import { Undoable } from '../members/undoable.tsx';
import { useAnswers } from './answers.ts';

/** One possible answer in a row. */
export interface RowAnswer {
  label: string;
  /** Accessible name: the label and the person's name. */
  name: string;
  /** Text after sending; also before, unless `meanwhile` is set. */
  outcome: string;
  /** Text before sending, if the outcome is only true afterwards. */
  meanwhile?: string;
  /** Sends the answer; a resolved string names the outcome, a key of `outcomes`. */
  send: () => Promise<unknown>;
  /** Given on an earlier visit, so not offered again. */
  isPast?: boolean;
  /** Action offered after sending. */
  next?: ReactNode;
}

interface RowAnswersProps {
  /** Id of the item being answered. */
  id: string;
  /** Name of the person or circle. */
  about: string;
  answers: Record<string, RowAnswer>;
  /** Server-decided outcomes that replace the answer's own text. */
  outcomes?: Record<string, Pick<RowAnswer, 'outcome' | 'meanwhile' | 'next'>>;
}

/** Answer buttons in a row. The chosen answer replaces them, with Undo (D21). */
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
      // The button is back after an undo or a failure.
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
