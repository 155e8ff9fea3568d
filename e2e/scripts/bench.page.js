// Runs inside the page, before its own scripts: what can only be measured there. See click-times.ts and load-times.ts.
const heading = () => document.querySelector('main h1');

/** Resolves to the time of the page at which `find` had found something and the next frame had been laid out and painted. */
function painted(find) {
  return new Promise((resolve) => {
    const observer = new MutationObserver(look);
    function look() {
      if (!find()) return;
      observer.disconnect();
      const { port1, port2 } = new MessageChannel();
      // The first task after that frame.
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

/** Resolves to the time of the page at which React had taken the heading over and the processor was free for a press. */
async function interactive() {
  const isTaken = () => Object.keys(heading() ?? {}).some((key) => key.startsWith('__reactFiber$'));
  while (!isTaken()) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now();
}

const vitals = { lcp: 0, cls: 0 };
function observe(type, take, options) {
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
    type,
    buffered: true,
    ...options,
  });
}
observe('largest-contentful-paint', ({ startTime }) => {
  vitals.lcp = startTime;
});
/** What moved by itself, and how, in words. */
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
/** The longest event of each interaction, in milliseconds; the browser tells of none below 16. */
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

/** Presses a link once it is painted, and reports when the heading of where it leads is, in this document or the next. */
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

  /** How long each press or key since then took until the next frame. */
  interactions: () => [...interactions.values(), ...Array(Math.max(0, pressed - interactions.size)).fill(0)],

  /** Resolves when the browser has had nothing to do twice in a row. */
  async untilIdle() {
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
    }
  },

  /** Resolves to the milliseconds from the next click until the heading of the page at a path has been painted. */
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

  /** Resolves to what a load of this page took, in milliseconds since it was asked for, once it has its heading. */
  async load() {
    const [heading, interactive, data] = await Promise.all(Object.values(loaded));
    return { heading, interactive, data, ...vitals };
  },
};
