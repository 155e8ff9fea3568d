import { useEffect, useRef, useState } from 'react';
import { useLabels } from '../provider/provider.tsx';

const shownFor = 4000;

/**
 * Copies a text and shows the outcome briefly. The clipboard rejects without permission or outside a secure context.
 *
 * @param label label of the button before it is pressed
 */
export function useCopy(
  text: string,
  label: string,
): { isCopied: boolean; label: string; copy: () => Promise<boolean> } {
  const labels = useLabels();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [outcome, setOutcome] = useState<'copied' | 'copyRefused'>();
  useEffect(() => () => clearTimeout(timer.current), []);

  /** @returns whether the copy succeeded */
  async function copy(): Promise<boolean> {
    let copied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copied = false;
    }
    setOutcome(copied ? 'copied' : 'copyRefused');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome(undefined), shownFor);
    return copied;
  }
  return { isCopied: outcome === 'copied', label: outcome ? labels[outcome] : label, copy };
}
