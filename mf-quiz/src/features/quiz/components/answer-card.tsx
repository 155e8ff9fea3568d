import { CheckIcon } from '@frens/design-system/icons';
import type { LabOption } from '../labs.ts';
import styles from './answer-card.module.css';

interface AnswerCardProps {
  option: LabOption;
  text: string;
  /** The number key that chooses it. */
  shortcut: number;
  /** Undefined while none of the answers is chosen. */
  chosen: boolean | undefined;
  disabled: boolean;
  onChoose: () => void;
}

/** One of the four answers: an emoji and its words on a large target. */
export function AnswerCard({ option, text, shortcut, chosen, disabled, onChoose }: AnswerCardProps) {
  return (
    <button
      type="button"
      className={styles.card}
      data-hue={option.color}
      data-chosen={chosen || undefined}
      aria-pressed={chosen}
      aria-keyshortcuts={String(shortcut)}
      disabled={disabled}
      onClick={({ detail }) => {
        // The second half of a double click would answer the next lab unread.
        if (detail < 2) onChoose();
      }}
    >
      <span className={styles.emoji} aria-hidden="true">
        {option.emoji}
        {chosen ? <CheckIcon className={styles.check} /> : null}
      </span>
      <span className={styles.text}>{text}</span>
      <span className={styles.shortcut} aria-hidden="true">
        {shortcut}
      </span>
    </button>
  );
}
