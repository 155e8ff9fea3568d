import { TextField, type TextFieldProps } from '@frens/design-system';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './number-field.module.css';

export interface NumberFieldProps extends Omit<TextFieldProps, 'type'> {}

/** Whole numbers: digits on the phone's keyboard, no spinner, no wheel that changes an age by accident. */
export function NumberField({ className, ...rest }: NumberFieldProps) {
  return (
    <TextField inputMode="numeric" autoComplete="off" {...rest} className={clsx(styles.root, className)} />
  );
}

export interface AmountFieldProps extends Omit<TextFieldProps, 'type' | 'suffix'> {
  /** The name of what is counted, shown in the box: "BAMBOO". */
  unit: ReactNode;
}

/** An amount as text with two decimals; the text is what is sent, so nothing is rounded on the way. */
export function AmountField({ unit, className, ...rest }: AmountFieldProps) {
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      {...rest}
      suffix={<span>{unit}</span>}
      className={clsx(styles.root, styles.amount, className)}
    />
  );
}
