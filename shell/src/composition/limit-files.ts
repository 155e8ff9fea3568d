/** How long a file may go without a byte, in milliseconds. */
const silenceMs = 4_000;
/** How long a file may wait for its first byte while others get theirs: a browser asks for six at a time. */
const queueMs = 20_000;
/** After this long it is looked at whether a file comes at all. */
const slowMs = 2_000;

/** Scripts and styles that were asked for and are on their way. */
const pending = new Set<Element>();
/** When a byte of any of them came last, in the page's time. */
let lastByte = 0;

/** Whether nobody waits for a script or style. */
export const isLineFree = (): boolean => pending.size === 0;

/**
 * Settles once no byte of any file has come for a while.
 *
 * @param ms how long
 * @returns and what ends the waiting
 */
export function waitForSilence(ms: number): { silence: Promise<void>; stop(): void } {
  const begun = performance.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const silence = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (performance.now() - Math.max(begun, lastByte) >= ms) resolve();
    }, ms / 20);
  });
  return { silence, stop: () => clearInterval(timer) };
}

/**
 * Gives up scripts and styles that do not come, however the code that adds them to the head waits for them: one of which no byte came for
 * `silenceMs`. A file that comes slowly, or waits behind others that do, is waited for.
 */
export function limitFiles(): void {
  pending.clear();
  lastByte = 0;
  const { head } = document;
  const append = head.appendChild.bind(head);
  head.appendChild = (node) => {
    const added = append(node);
    if (node instanceof HTMLScriptElement && node.src) watch(node, node.src);
    else if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') watch(node, node.href);
    return added;
  };
}

function watch(element: Element, address: string): void {
  const begun = performance.now();
  const reading = new AbortController();
  const file = { hasBegun: false };
  let isRead = false;
  pending.add(element);
  const timer = setInterval(() => {
    const now = performance.now();
    if (!isRead && now - begun >= slowMs) {
      isRead = true;
      void readAlong(address, file, reading.signal);
    }
    const isSilent = now - Math.max(begun, lastByte) >= silenceMs;
    if (isSilent || (!file.hasBegun && now - begun >= queueMs)) element.dispatchEvent(new Event('error'));
  }, 200);
  const end = ({ type }: Event) => {
    if (type === 'load') lastByte = performance.now();
    pending.delete(element);
    clearInterval(timer);
    reading.abort();
  };
  element.addEventListener('load', end, { once: true });
  element.addEventListener('error', end, { once: true });
}

/**
 * Reads a file that is on its way a second time, to see its bytes come, which elements do not tell. Browsers read along with a request that
 * runs, because published files may be cached; it is done for slow ones alone.
 */
async function readAlong(address: string, file: { hasBegun: boolean }, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await fetch(address, { signal });
    const reader = body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      file.hasBegun = true;
      lastByte = performance.now();
    }
  } catch {
    // It ended with the element, or does not come: the element's own events say which.
  }
}
