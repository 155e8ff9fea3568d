import { useEffect, useRef, useState } from 'react';

const shownFor = 2000;

/** Copies a text, and says for a moment that it did. */
export function useCopy(text: string): { isCopied: boolean; copy: () => Promise<boolean> } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** @returns whether it did: without permission, or on a page that is not secure, the clipboard is refused */
  async function copy(): Promise<boolean> {
    let copied = false;
    try {
      await navigator.clipboard.writeText(text);
      copied = true;
    } catch {
      // Told by the answer.
    }
    setCopied(copied);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), shownFor);
    return copied;
  }
  return { isCopied, copy };
}
