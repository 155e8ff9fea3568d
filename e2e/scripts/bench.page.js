// Injected before the page's own scripts: measurements that only the page can take. See click-times.ts and load-times.ts.
const heading = () => document.querySelector('main h1');

/** Resolves to the time at which `find` succeeded and the next frame was painted. */
function painted(find) {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look);
    function look() {
      if (!find()) return;
      observer.disconnect();
      const { port1, port2 } = new MessageChannel();
      // Runs in the first task after the frame.
      port1.addEventListener('message', () => {
        port1.close();
        resolve(performance.now());
      });
      port1.start();
      requestAnimationFrame(() => port2.postMessage(null));
    }
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['hidden'] });
    look();
  });
}

/** Resolves to the time at which React has hydrated the heading and the main thread is idle. */
async function interactive() {
  const isTaken = () => Object.keys(heading() ?? {}).some((key) => key.startsWith('__reactFiber$'));
  while (!isTaken()) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now();
}

const vitals = { lcp: 0, largest: '', cls: 0 };
function observe(type, take, options) {
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
    type,
    buffered: true,
    ...options,
  });
}
observe('largest-contentful-paint', ({ startTime, element }) => {
  vitals.lcp = startTime;
  vitals.largest = element?.textContent || element?.localName || 'removed';
});
/** Unexpected layout shifts, described in words. */
const shifts = [];
observe('layout-shift', ({ value, hadRecentInput, startTime, sources }) => {
  if (hadRecentInput) return;
  vitals.cls += value;
  shifts.push({ value, of: sources.map((one) => `${Math.round(startTime)} ms ${moveText(one)}`) });
});

function moveText({ node, previousRect: from, currentRect: to }) {
  const element = node?.closest ? node : node?.parentElement;
  const moves = ['x', 'y', 'width', 'height']
    .filter((side) => from[side] !== to[side])
    .map((side) => `${side} ${Math.round(from[side])} → ${Math.round(to[side])}`);
  return `${element?.localName}.${element?.className} ${moves.join(', ')}`;
}
/** Longest event of each interaction, in milliseconds; browsers report none below 16. */
const interactions = new Map();
let begun = 0;
let pressed = 0;
for (const type of ['pointerdown', 'keydown'])
  addEventListener(type, () => (pressed += 1), { capture: true });
function noteInteraction({ interactionId, duration, startTime }) {
  if (!interactionId || startTime < begun) return;
  interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration));
}
observe('event', noteInteraction, { durationThreshold: 16 });
const { firstData } = globalThis;
const loaded = {
  heading: painted(heading),
  interactive: interactive(),
  data: firstData && painted(() => document.querySelector(firstData)),
};

/** Clicks a link once it is painted, and reports when the target page's heading is painted, in this document or the next. */
async function press(selector) {
  const link = () => document.querySelector(selector);
  if (!sessionStorage.pressedAt) {
    await painted(link);
    sessionStorage.pressedAt = heading().textContent;
    globalThis.reportPress('pressed');
    link().click();
  }
  await painted(() => heading() && heading().textContent !== sessionStorage.pressedAt);
  globalThis.reportPress('there');
}
if (globalThis.pressWhenPainted) void press(globalThis.pressWhenPainted);

globalThis.benchPage = {
  shifts: () => shifts,

  startInteractions() {
    begun = performance.now();
    pressed = 0;
    interactions.clear();
  },

  /** Time from each press or key to the next frame, in milliseconds, since the measurement started. */
  interactions: () => [...interactions.values(), ...Array(Math.max(0, pressed - interactions.size)).fill(0)],

  /** Resolves after two consecutive idle periods. */
  async untilIdle() {
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
    }
  },

  /** Resolves to the milliseconds from the next click to the painted heading of the page at a path. */
  headingPainted(path) {
    const before = heading();
    return new Promise((resolve) => {
      function watch({ timeStamp }) {
        const isThere = () => location.pathname === path && heading() !== null && heading() !== before;
        resolve(painted(isThere).then((time) => time - timeStamp));
      }
      document.addEventListener('click', watch, { capture: true, once: true });
    });
  },

  /** Resolves to the load times of this page once it has its heading, in milliseconds since navigation. */
  async load() {
    const [heading, interactive, data] = await Promise.all(Object.values(loaded));
    return { heading, interactive, data, ...vitals };
  },
};
