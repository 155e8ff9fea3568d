import { TextField, type TextFieldProps } from '@frens/design-system';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './number-field.module.css';

export interface NumberFieldProps extends Omit<TextFieldProps, 'type'> {}

/** Whole numbers: numeric keyboard on phones, no spinner, and no accidental change by the wheel. */
export function NumberField({ className, ...rest }: NumberFieldProps) {
  return (
    <TextField inputMode="numeric" autoComplete="off" {...rest} className={clsx(styles.root, className)} />
  );
}

export interface AmountFieldProps extends Omit<TextFieldProps, 'type' | 'suffix'> {
  /** The unit, shown inside the box: "BAMBOO". */
  unit: ReactNode;
}

/** An amount with two decimals. The value stays text, so nothing is rounded. */
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
