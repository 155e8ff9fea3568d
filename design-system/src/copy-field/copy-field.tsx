import { Button, TextField, useLabels } from '@frens/design-system';
import { clsx } from 'clsx';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { CheckIcon, CopyIcon } from '../icon/icons.ts';
import type { FieldProps } from '../internal/field.tsx';
import { mergeRefs } from '../internal/merge-refs.ts';
import styles from './copy-field.module.css';

export interface CopyFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'value' | 'readOnly' | 'onCopy'> {
  value: string;
  onCopy?: (outcome: { copied: boolean }) => void;
}

const shownFor = 2000;

/** A text to take along, a link mostly. Where the clipboard is refused, the text is selected instead. */
export function CopyField({ value, onCopy, className, ref, ...rest }: CopyFieldProps) {
  const labels = useLabels();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    let copied = false;
    try {
      await navigator.clipboard.writeText(value);
      copied = true;
    } catch {
      // No permission or no secure page: the selected text is one key press away from being copied.
      input.current?.select();
    }
    setCopied(copied);
    onCopy?.({ copied });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), shownFor);
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
          onClick={copy}
        >
          <span aria-live="polite">{isCopied ? labels.copied : labels.copy}</span>
        </Button>
      }
    />
  );
}
