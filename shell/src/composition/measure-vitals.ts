import type { MeasuredVital, VitalName } from '@frens/contract/composition-reports';
import { beginStretch, type Stretch } from './version-stretch.ts';
import { rate } from './vital-ratings.ts';

/** Of the browser's own entry; its type is not among those of TypeScript. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Events that take less are told of by no browser in steps that would matter, in milliseconds. */
const leastDuration = 40;
/** How many versions on show are remembered until the browser tells of the events in them. */
const remembered = 10;

const canMeasure = (type: string) => PerformanceObserver.supportedEntryTypes.includes(type);

/**
 * Measures how fast the versions are that a page shows: when its largest part was there (LCP, once, of the version that it came with), and for
 * each version how late it answers (INP) and how much it jumps (CLS) from when it is on show until the tab is hidden; then it begins anew.
 *
 * @param onShow names the version on show, as in `mf-quiz@0.1.0-3fa2c1d8e0`
 * @param tell is told when the tab is hidden or left; it may be the last moment of the page
 */
export function measureVitals(onShow: () => string, tell: (vitals: MeasuredVital[]) => void): void {
  if (!('PerformanceObserver' in globalThis)) return;
  const measuresAnswers = canMeasure('event') && 'interactionId' in PerformanceEventTiming.prototype;
  let stretches = new Map<string, Stretch>();
  /** Which version was on show from when on, the last one first. */
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

  /** What is painted after the first touch is its answer, and another page may be on show by then. */
  function closeFirst(): void {
    for (const observer of observers) observer?.read();
    if (first !== undefined) return;
    first = largest && { version: onShow(), name: 'LCP', rating: rate('LCP', sinceActivation(largest)) };
  }

  function noteTouch({ timeStamp }: Event): void {
    if (first === undefined) closeFirst();
    const version = onShow();
    if (shown[0]?.version !== version) shown = [{ from: timeStamp, version }, ...shown].slice(0, remembered);
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

  // Before anything on the page: it may go on to another one.
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, noteTouch, { capture: true, passive: true });
  for (const type of ['click', 'keydown'])
    addEventListener(type, noteInteraction, { capture: true, passive: true });
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave(), true);
  addEventListener('pagehide', leave, true);
}

/** Hears of what the browser measures, from the beginning of the page on. Null where it does not measure that. */
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

/** When the tab was hidden first: what is painted in one that nobody sees comes whenever it comes. */
function whenHidden(): number {
  if (document.visibilityState === 'hidden') return 0;
  const hidden = performance.getEntriesByType('visibility-state').find(({ name }) => name === 'hidden');
  return hidden?.startTime ?? Number.POSITIVE_INFINITY;
}

/** A page that was rendered before anybody asked for it begins when it is shown. */
function sinceActivation({ startTime }: PerformanceEntry): number {
  const [navigation] = performance.getEntriesByType('navigation') as { activationStart?: number }[];
  return Math.max(startTime - (navigation?.activationStart ?? 0), 0);
}
