import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Columns of the answer grid: up and down move by a row. */
const columns = 2;

/**
 * Keyboard shortcuts: 1 to 4 select an answer, arrow keys move between answers, Backspace goes back. Active only while the focus is in
 * the quiz or on the page itself, so that typing elsewhere is unaffected.
 *
 * @param quiz the screen's root
 * @param options the group of answer buttons
 * @param onBack returns to the previous lab; undefined at the first
 */
export function useQuizKeys(
  quiz: RefObject<HTMLElement | null>,
  options: RefObject<HTMLElement | null>,
  onBack: (() => void) | undefined,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const focused = document.activeElement;
    // "The page itself" is the body, or the main landmark after a navigation.
    const isOurs = focused === null || focused.contains(quiz.current) || quiz.current?.contains(focused);
    const buttons = [...(options.current?.querySelectorAll('button') ?? [])];
    if (!isOurs || buttons.length === 0) return;

    if (event.key === 'Backspace' && onBack) {
      event.preventDefault();
      onBack();
      return;
    }
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    if (digit > 0) {
      buttons[digit - 1]?.click();
      return;
    }
    const from = buttons.findIndex((button) => button === focused);
    const to = from < 0 ? entryIndex(event.key, buttons.length) : nextIndex(event.key, from, buttons.length);
    if (to === null) return;
    event.preventDefault();
    buttons[to]?.focus();
  });

  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** From outside, left and right enter the answers; up and down keep scrolling. */
function entryIndex(key: string, count: number): number | null {
  if (key === 'ArrowRight') return 0;
  return key === 'ArrowLeft' ? count - 1 : null;
}

function nextIndex(key: string, from: number, count: number): number | null {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key];
  return by === undefined ? null : (from + by + count) % count;
}
