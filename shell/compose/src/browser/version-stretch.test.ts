import { expect, it } from 'vitest';
import { beginStretch } from './version-stretch.ts';
import { rate } from './vital-ratings.ts';

it('has the INP of its slowest interaction, by its longest event', () => {
  const stretch = beginStretch();
  expect(stretch.interactionToNextPaint()).toBeNull();
  stretch.interacted();
  // The browser tells of nothing that was fast.
  expect(stretch.interactionToNextPaint()).toBe(0);
  for (const milliseconds of [80, 240, 120]) stretch.answered(1, milliseconds);
  stretch.answered(2, 200);
  expect(stretch.interactionToNextPaint()).toBe(240);
});

it('ignores one outlier per fifty interactions', () => {
  const stretch = beginStretch();
  for (let count = 0; count < 49; count += 1) stretch.interacted();
  stretch.answered(1, 900);
  stretch.answered(2, 300);
  expect(stretch.interactionToNextPaint()).toBe(900);
  stretch.interacted();
  expect(stretch.interactionToNextPaint()).toBe(300);
});

it('has the CLS of its worst session window', () => {
  const stretch = beginStretch();
  expect(stretch.layoutShift()).toBe(0);
  stretch.shifted(0.05, 2_000);
  stretch.shifted(0.1, 2_900);
  // More than a second later.
  stretch.shifted(0.12, 4_000);
  expect(stretch.layoutShift()).toBeCloseTo(0.15);
  // One after the other, and five seconds are over.
  for (let at = 4_500; at <= 9_500; at += 500) stretch.shifted(0.01, at);
  expect(stretch.layoutShift()).toBeCloseTo(0.22);
});

it.each([
  ['LCP', 2_500, 4_000],
  ['INP', 200, 500],
  ['CLS', 0.1, 0.25],
] as const)('calls %s good to %s, and poor above %s', (name, good, poor) => {
  expect([0, good, good + 0.01, poor, poor + 0.01].map((value) => rate(name, value))).toEqual([
    'good',
    'good',
    'needs-improvement',
    'needs-improvement',
    'poor',
  ]);
});
