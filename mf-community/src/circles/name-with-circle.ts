import { useId } from 'react';

/** Names a control by its label and its circle: in a list every one would be called "Join". */
export function useNameWithCircle(titleId: string): { id: string; 'aria-labelledby': string } {
  const id = useId();
  return { id, 'aria-labelledby': `${id} ${titleId}` };
}
