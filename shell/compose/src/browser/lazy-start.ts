import type { MeasuredVital } from '../model/calls.ts';
import type { Remotes } from './remotes.ts';

/** Loads the code that measures web vitals and begins; see `measureVitals`. Never rejects: without it nothing is measured. */
export async function startMeasuringVitals(
  onShow: () => string,
  tell: (vitals: MeasuredVital[]) => void,
): Promise<void> {
  await import(/* webpackChunkName: "measure-vitals" */ './measure-vitals.ts').then(
    ({ measureVitals }) => measureVitals(onShow, tell),
    () => {},
  );
}

/** Loads the code that prefetches and begins; see `preloadWhenIdle`. Never rejects: without it everything loads once it is opened. */
export async function startPreloading(
  remotes: Pick<Remotes, 'find' | 'preload'>,
  parts: readonly (() => Promise<unknown>)[],
): Promise<void> {
  await import(/* webpackChunkName: "preload-when-idle" */ './preload-when-idle.ts').then(
    ({ preloadWhenIdle }) => preloadWhenIdle(remotes, parts),
    () => {},
  );
}
