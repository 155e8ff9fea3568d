/** How long after its failure a picture is requested again, in milliseconds: longer than a request queues at the server. */
const pauseMs = 3_000;

/**
 * Requests each picture that fails once more, since browsers do not: a busy server refuses some (D78), and a lost connection loses some. A face that gives way
 * to initials is gone by then.
 */
export function retryPictures(): void {
  const retried = new WeakSet<HTMLImageElement>();
  const retry = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement) || retried.has(target)) return;
    retried.add(target);
    setTimeout(() => {
      if (target.isConnected) target.src = target.getAttribute('src') ?? '';
    }, pauseMs);
  };
  addEventListener('error', retry, { capture: true });
}
