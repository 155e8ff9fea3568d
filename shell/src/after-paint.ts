/**
 * Runs work once the next frame is painted: what a press starts and need not show in the frame that answers it.
 *
 * @param work runs at once in a hidden tab, which paints no frames
 */
export function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}
