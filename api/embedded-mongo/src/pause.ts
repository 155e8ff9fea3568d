/** Yields to other work of this thread. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Called regularly during a scan: throws after the time limit, returns true when the scan should yield. */
export type Tick = () => boolean;
