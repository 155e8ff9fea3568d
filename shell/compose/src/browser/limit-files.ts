/** A development server compiles on request, so it gets more time. */
const patience = process.env.NODE_ENV === 'development' ? 15 : 1;
/** The longest silence of a file, in milliseconds. */
const silenceMs = 4_000 * patience;
/** The longest wait for a first byte while other files receive theirs: a browser requests six at a time. */
const queueMs = 20_000 * patience;
/** After this delay a slow file is watched. */
const slowMs = 2_000;

/** Pending scripts and styles. */
const pending = new Set<Element>();
/** When any of them last received a byte, in the page's time. */
let lastByte = 0;

/** Whether no script or style is pending. */
export const isLineFree = (): boolean => pending.size === 0;

/**
 * Waits until no file has received a byte for a while.
 *
 * @param ms duration of the silence
 * @returns the promise of silence, and a function that stops waiting
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
 * Times out scripts and styles by silence: a file that received no byte for `silenceMs` fails, however the code that added it
 * waits. A slow file, or one queued behind others, is waited for.
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
 * Reads a pending file a second time to observe its bytes, which elements do not report. Browsers join the running request,
 * because published files are cacheable. Done for slow files only.
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
    // It ended with the element, or failed: the element's own events say which.
  }
}
