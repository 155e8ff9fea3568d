import type { MeasuredVital, VitalName } from '../model/calls.ts';
import { beginStretch, type Stretch } from './version-stretch.ts';
import { rate } from './vital-ratings.ts';

/** A field of the browser's entry that TypeScript's types lack. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Shorter events are not reported, in milliseconds. */
const leastDuration = 40;
/** How many shown versions are remembered until the browser reports their events. */
const maxShown = 10;

const canMeasure = (type: string) => PerformanceObserver.supportedEntryTypes.includes(type);

/**
 * Measures web vitals per version: LCP once, for the version that the page opened with; INP and CLS for each shown version until
 * the tab is hidden, then anew.
 *
 * @param onShow returns the shown version, as in `mf-quiz@0.1.0-3fa2c1d8e0`
 * @param tell receives the values when the tab is hidden or left, possibly the last moment of the page
 */
export function measureVitals(onShow: () => string, tell: (vitals: MeasuredVital[]) => void): void {
  if (!('PerformanceObserver' in globalThis)) return;
  const measuresAnswers = canMeasure('event') && 'interactionId' in PerformanceEventTiming.prototype;
  let stretches = new Map<string, Stretch>();
  /** Which version was shown since when, latest first. */
  let shown: { from: number; version: string }[] = [];
  let largest: PerformanceEntry | null = null;
  let first: MeasuredVital | null | undefined;
  let hiddenFrom = whenHidden();

  function stretchOf(version: string): Stretch {
    const stretch = stretches.get(version) ?? beginStretch();
    stretches.set(version, stretch);
    return stretch;
  }

  const observers = [
    watch('largest-contentful-paint', {}, (entries) => {
      largest = entries.findLast(({ startTime }) => startTime < hiddenFrom) ?? largest;
    }),
    watch('layout-shift', {}, (entries) => {
      // True by the type that is observed.
      for (const { hadRecentInput, value, startTime } of entries as LayoutShift[])
        if (!hadRecentInput) stretchOf(onShow()).shifted(value, startTime);
    }),
    watch('event', { durationThreshold: leastDuration }, (entries) => {
      // True by the type that is observed.
      for (const { interactionId, startTime, duration } of entries as PerformanceEventTiming[]) {
        const { version } = shown.find(({ from }) => from <= startTime) ?? {};
        if (interactionId && version) stretchOf(version).answered(interactionId, duration);
      }
    }),
  ];

  /** What is painted after the first interaction is its response, and another page may be shown by then. */
  function closeFirst(): void {
    for (const observer of observers) observer?.read();
    if (first !== undefined) return;
    first = largest && { version: onShow(), name: 'LCP', rating: rate('LCP', sinceActivation(largest)) };
  }

  function noteTouch({ timeStamp }: Event): void {
    if (first === undefined) closeFirst();
    const version = onShow();
    if (shown[0]?.version !== version) shown = [{ from: timeStamp, version }, ...shown].slice(0, maxShown);
  }

  function noteInteraction(): void {
    if (measuresAnswers) stretchOf(onShow()).interacted();
  }

  function leave(): void {
    const isFirst = first === undefined;
    closeFirst();
    hiddenFrom = Math.min(hiddenFrom, performance.now());
    if (isFirst || first) stretchOf(onShow());
    const vitals = [...stretches].flatMap(([version, stretch]) => {
      const found: [name: VitalName, value: number | null][] = [
        ['INP', measuresAnswers ? stretch.interactionToNextPaint() : null],
        ['CLS', canMeasure('layout-shift') ? stretch.layoutShift() : null],
      ];
      return found.flatMap(([name, value]) =>
        value === null ? [] : [{ version, name, rating: rate(name, value) }],
      );
    });
    if (first) vitals.push(first);
    first = null;
    stretches = new Map();
    if (vitals.length > 0) tell(vitals);
  }

  // Before the page's handlers, which may navigate.
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, noteTouch, { capture: true, passive: true });
  for (const type of ['click', 'keydown'])
    addEventListener(type, noteInteraction, { capture: true, passive: true });
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave(), true);
  addEventListener('pagehide', leave, true);
}

/** Observes performance entries from the start of the page; null if the browser does not support their type. */
function watch(
  type: string,
  options: PerformanceObserverInit & { durationThreshold?: number },
  hear: (entries: PerformanceEntry[]) => void,
): { read(): void } | null {
  if (!canMeasure(type)) return null;
  const observer = new PerformanceObserver((list) => hear(list.getEntries()));
  observer.observe({ type, buffered: true, ...options });
  return { read: () => hear(observer.takeRecords()) };
}

/** When the tab was first hidden: LCP in a hidden tab is meaningless. */
function whenHidden(): number {
  if (document.visibilityState === 'hidden') return 0;
  const hidden = performance.getEntriesByType('visibility-state').find(({ name }) => name === 'hidden');
  return hidden?.startTime ?? Number.POSITIVE_INFINITY;
}

/** A prerendered page starts when it is activated. */
function sinceActivation({ startTime }: PerformanceEntry): number {
  const [navigation] = performance.getEntriesByType('navigation') as { activationStart?: number }[];
  return Math.max(startTime - (navigation?.activationStart ?? 0), 0);
}
