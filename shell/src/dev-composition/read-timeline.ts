import { measureName, type Phase } from '../composition/engine.ts';

/** One line of the timeline of a remote. Times are milliseconds since the document was opened. */
export interface Span {
  what: Phase | 'files';
  start: number;
  end: number;
}

/** The files of a version that this tab has fetched, and the duration of each phase. */
export interface Timeline {
  /** By start time; of a repeated phase the latest. */
  spans: Span[];
  files: number;
  /** Compressed size as published, cached or not. */
  bytes: number;
  /** How many of the files came from the cache. */
  cached: number;
}

const phases: readonly Phase[] = ['module', 'texts', 'screen', 'mount'];

/**
 * Reads a version's files from Resource Timing and its phases from User Timing (`measurePhase`).
 *
 * @param remote its name
 * @param base address of the version's folder
 */
export function readTimeline(remote: string, base: string): Timeline {
  const folder = new URL(base, location.href).href;
  const files = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry.name.startsWith(folder));
  const spans = phases.flatMap((phase): Span[] => {
    const last = performance.getEntriesByName(measureName(remote, phase), 'measure').at(-1);
    return last ? [{ what: phase, start: last.startTime, end: last.startTime + last.duration }] : [];
  });
  // Files prefetched later for other pages did not delay this one.
  const shown = Math.max(...spans.map(({ end }) => end));
  const awaited = files.filter(({ startTime }) => spans.length === 0 || startTime <= shown);
  if (awaited.length > 0)
    spans.push({
      what: 'files',
      start: Math.min(...awaited.map(({ startTime }) => startTime)),
      end: Math.max(...awaited.map(({ responseEnd }) => responseEnd)),
    });
  return {
    spans: spans.sort((a, b) => a.start - b.start),
    files: files.length,
    bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    cached: files.filter(({ transferSize }) => transferSize === 0).length,
  };
}
