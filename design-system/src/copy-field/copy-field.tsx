import { Button, TextField, useCopy, useLabels } from '@frens/design-system';
import { clsx } from 'clsx';
import { type ComponentProps, useRef } from 'react';
import { CheckIcon, CopyIcon } from '../icon/icons.ts';
import type { FieldProps } from '../internal/field.tsx';
import { mergeRefs } from '../internal/merge-refs.ts';
import styles from './copy-field.module.css';

export interface CopyFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'value' | 'readOnly' | 'onCopy'> {
  /** The text to copy. */
  value: string;
  /** Reports whether the copy succeeded. */
  onCopy?: (outcome: { copied: boolean }) => void;
}

/** A read-only text with a copy button. If the clipboard is unavailable, it selects the text instead. */
export function CopyField({ value, onCopy, className, ref, ...rest }: CopyFieldProps) {
  const labels = useLabels();
  const input = useRef<HTMLInputElement>(null);
  const { isCopied, label, copy } = useCopy(value, labels.copy);
  const handleCopy = async () => {
    const copied = await copy();
    // Selected text needs only the copy shortcut.
    if (!copied) input.current?.select();
    onCopy?.({ copied });
  };

  return (
    <TextField
      {...rest}
      ref={mergeRefs(input, ref)}
      readOnly
      value={value}
      className={clsx(styles.root, className)}
      // Selects backwards to keep the beginning visible: readers recognise a link by its host.
      onFocus={({ target }) => target.setSelectionRange(0, target.value.length, 'backward')}
      suffix={
        <Button
          size="sm"
          variant="ghost"
          className={styles.button}
          icon={isCopied ? <CheckIcon /> : <CopyIcon />}
          onClick={handleCopy}
        >
          <span aria-live="polite">{label}</span>
        </Button>
      }
    />
  );
}
