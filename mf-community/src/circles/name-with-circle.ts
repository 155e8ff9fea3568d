import { useId } from 'react';

/** Accessible name from a control's label and its circle: otherwise every button of a list would be called "Join". */
export function useNameWithCircle(titleId: string): { id: string; 'aria-labelledby': string } {
  const id = useId();
  return { id, 'aria-labelledby': `${id} ${titleId}` };
}
