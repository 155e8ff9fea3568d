import { useState } from 'react';

/** Controlled (`value`) or uncontrolled (`initial`) state; reports changes either way. */
export function useControlled<T>(
  value: T | undefined,
  initial: T,
  onChange: ((next: T) => void) | undefined,
): [T, (next: T) => void] {
  const [own, setOwn] = useState(initial);
  const change = (next: T) => {
    if (value === undefined) setOwn(next);
    onChange?.(next);
  };
  return [value ?? own, change];
}
