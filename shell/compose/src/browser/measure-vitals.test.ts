import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MeasuredVital } from '../model/calls.ts';
import { measureVitals } from './measure-vitals.ts';

// What is measured is the browser's (e2e/composition/vitals.long.e2e.ts); here it says what a test wants.

type Heard = (list: { getEntries(): object[] }) => void;
let observers: Map<string, Heard>;
let told: string[][];
let onShow: string;
/** Ends what the page of a test listens to. */
let page: AbortController;

beforeEach(() => {
  observers = new Map();
  told = [];
  onShow = 'mf-quiz@1';
  page = new AbortController();
  class Observer {
    static supportedEntryTypes = ['event', 'layout-shift', 'largest-contentful-paint'];
    heard: Heard;
    constructor(heard: Heard) {
      this.heard = heard;
    }
    observe({ type }: { type: string }) {
      observers.set(type, this.heard);
    }
    takeRecords = () => [];
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  class EventTiming {
    get interactionId() {
      return 0;
    }
  }
  vi.stubGlobal('PerformanceEventTiming', EventTiming);
  const add = globalThis.addEventListener.bind(globalThis);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: unknown) =>
    // True of what is measured: functions alone listen.
    add(type, listener as EventListener, { capture: true, signal: page.signal }),
  );
});
afterEach(() => {
  page.abort();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function begin(): void {
  measureVitals(
    () => onShow,
    (vitals: MeasuredVital[]) =>
      void told.push(vitals.map(({ version, name, rating }) => `${version} ${name} ${rating}`).sort()),
  );
}
const hears = (type: string, entry: object) => observers.get(type)?.({ getEntries: () => [entry] });
const paints = (startTime: number) => hears('largest-contentful-paint', { startTime });
const shifts = (value: number, hadRecentInput = false) =>
  hears('layout-shift', { value, hadRecentInput, startTime: 100 });
const leave = () => dispatchEvent(new Event('pagehide'));
/** A click, after which the page shows something so much later. */
function click(milliseconds: number, then?: () => void): void {
  const startTime = touch();
  then?.();
  hears('event', { interactionId: 7, startTime, duration: milliseconds });
}
/** Returns when. */
function touch(): number {
  const event = new Event('pointerdown');
  dispatchEvent(event);
  dispatchEvent(new Event('click'));
  return event.timeStamp;
}

it('measures each version while it is shown', () => {
  begin();
  paints(800);
  paints(3_000);
  shifts(0.2);
  // Of the page that was on show when it was clicked, not of the one that came of it.
  click(600, () => {
    onShow = 'mf-panda@1';
  });
  // The answer to the click: neither the largest part of the first page, nor a jump.
  paints(9_000);
  shifts(1, true);
  shifts(0.01);
  leave();
  expect(told).toEqual([
    [
      'mf-panda@1 CLS good',
      'mf-quiz@1 CLS needs-improvement',
      'mf-quiz@1 INP poor',
      'mf-quiz@1 LCP needs-improvement',
    ],
  ]);
});

it('attributes a slow response to the clicked version, also after another click', () => {
  begin();
  click(600, () => {
    onShow = 'mf-panda@1';
    // Not within the same moment.
    const now = performance.now();
    while (performance.now() === now);
    touch();
  });
  leave();
  expect(told).toEqual([
    ['mf-panda@1 CLS good', 'mf-panda@1 INP good', 'mf-quiz@1 CLS good', 'mf-quiz@1 INP poor'],
  ]);
});

it('starts again when the tab is shown again, and reports nothing twice', () => {
  begin();
  paints(800);
  leave();
  leave();
  expect(told).toEqual([['mf-quiz@1 CLS good', 'mf-quiz@1 LCP good']]);
  click(100);
  leave();
  expect(told.slice(1)).toEqual([['mf-quiz@1 CLS good', 'mf-quiz@1 INP good']]);
});

it('reports no LCP of a hidden tab', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  begin();
  paints(800);
  leave();
  expect(told).toEqual([['mf-quiz@1 CLS good']]);
});

it('reports only what the browser supports', () => {
  Object.assign(PerformanceObserver, { supportedEntryTypes: ['largest-contentful-paint'] });
  begin();
  paints(800);
  click(600);
  leave();
  click(600);
  leave();
  expect(told).toEqual([['mf-quiz@1 LCP good']]);
});
