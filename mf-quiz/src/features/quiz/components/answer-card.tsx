import { CheckIcon } from '@frens/design-system/icons';
import type { LabOption } from '../labs.ts';
import styles from './answer-card.module.css';

interface AnswerCardProps {
  option: LabOption;
  text: string;
  /** The number key that selects it. */
  shortcut: number;
  /** Undefined while no answer is selected. */
  chosen: boolean | undefined;
  disabled: boolean;
  onChoose: () => void;
}

/** One of the four answers, with emoji and text. */
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
        // Ignores the second click of a double click, which would answer the next lab unread.
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
