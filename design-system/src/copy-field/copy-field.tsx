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
  /** The text to take along. */
  value: string;
  /** Is told whether the clipboard took it. */
  onCopy?: (outcome: { copied: boolean }) => void;
}

/** A text to take along, a link mostly. Where the clipboard is refused, the text is selected instead. */
export function CopyField({ value, onCopy, className, ref, ...rest }: CopyFieldProps) {
  const labels = useLabels();
  const input = useRef<HTMLInputElement>(null);
  const { isCopied, label, copy } = useCopy(value, labels.copy);
  const handleCopy = async () => {
    const copied = await copy();
    // The selected text is one key press away from being copied.
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
      // Backwards, so that the beginning is on show: a link is known by its site.
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
