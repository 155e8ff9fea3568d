import type { CDPSession } from 'playwright-core';

interface Transfer {
  start: number;
  end: number;
}

/** What had been asked for and had come over the wire by some moment. */
export interface Traffic {
  bytes: number;
  requests: number;
  /** The longest chain of requests of which each began when the one before had ended: how often the page waited for the line. */
  waves: number;
}

/**
 * Follows the requests of a page from its opening on.
 *
 * @param session of the page, with the network domain enabled
 */
export function followTraffic(session: CDPSession): { until: (ms: number) => Traffic } {
  const transfers = new Map<string, Transfer>();
  const arrivals: { at: number; bytes: number }[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    if (request.url.startsWith('http'))
      transfers.set(requestId, { start: timestamp, end: Number.POSITIVE_INFINITY });
  });
  session.on('Network.responseReceived', ({ timestamp, response }) => {
    arrivals.push({ at: timestamp, bytes: response.encodedDataLength });
  });
  session.on('Network.dataReceived', ({ timestamp, encodedDataLength }) => {
    arrivals.push({ at: timestamp, bytes: encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.end = timestamp;
  });

  return {
    /** @param ms milliseconds since the page was asked for */
    until(ms) {
      const all = [...transfers.values()];
      const moment = Math.min(...all.map(({ start }) => start)) + ms / 1_000;
      const begun = all.filter(({ start }) => start <= moment);
      const arrived = arrivals.filter(({ at }) => at <= moment);
      return {
        bytes: arrived.reduce((sum, { bytes }) => sum + bytes, 0),
        requests: begun.length,
        waves: countWaves(begun),
      };
    },
  };
}

function countWaves(transfers: readonly Transfer[]): number {
  let waves = 0;
  let over = Number.NEGATIVE_INFINITY;
  // Whoever ends first leaves most room for others after it.
  for (const { start, end } of transfers.toSorted((a, b) => a.end - b.end)) {
    if (start < over) continue;
    waves += 1;
    over = end;
  }
  return waves;
}
