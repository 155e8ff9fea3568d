import type { CDPSession } from 'playwright-core';

interface Transfer {
  start: number;
  end: number;
  /** Received chunks, in order. */
  arrivals: { at: number; bytes: number }[];
  /** Total bytes, known once it has ended; for the page's own HTML, browsers report nothing else. */
  whole: number;
}

/** Requests sent and bytes received until a point in time. */
export interface Traffic {
  bytes: number;
  requests: number;
  /** Length of the longest chain of sequential requests after the page's own: the number of round trips. */
  waves: number;
}

/**
 * Follows a page's requests from its navigation on.
 *
 * @param session CDP session of the page, with the network domain enabled
 */
export function followTraffic(session: CDPSession): { until: (ms: number) => Traffic } {
  const transfers = new Map<string, Transfer>();
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    if (!request.url.startsWith('http')) return;
    transfers.set(requestId, { start: timestamp, end: Number.POSITIVE_INFINITY, arrivals: [], whole: 0 });
  });
  session.on('Network.responseReceived', ({ requestId, timestamp, response }) => {
    transfers.get(requestId)?.arrivals.push({ at: timestamp, bytes: response.encodedDataLength });
  });
  session.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) => {
    transfers.get(requestId)?.arrivals.push({ at: timestamp, bytes: encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) Object.assign(transfer, { end: timestamp, whole: encodedDataLength });
  });

  return {
    /** @param ms milliseconds since navigation */
    until(ms) {
      const all = [...transfers.values()];
      const page = all[0];
      const moment = (page?.start ?? 0) + ms / 1_000;
      const begun = all.filter(({ start }) => start <= moment);
      return {
        bytes: begun.reduce((sum, transfer) => sum + bytesUntil(moment, transfer), 0),
        requests: begun.length,
        waves: countWaves(begun.filter((transfer) => transfer !== page)),
      };
    },
  };
}

function bytesUntil(moment: number, { end, arrivals, whole }: Transfer): number {
  if (end <= moment) return whole;
  return arrivals.reduce((sum, { at, bytes }) => (at <= moment ? sum + bytes : sum), 0);
}

function countWaves(transfers: readonly Transfer[]): number {
  let waves = 0;
  let over = Number.NEGATIVE_INFINITY;
  // Greedy interval scheduling: the transfer that ends first leaves most room for others.
  for (const { start, end } of transfers.toSorted((a, b) => a.end - b.end)) {
    if (start < over) continue;
    waves += 1;
    over = end;
  }
  return waves;
}
