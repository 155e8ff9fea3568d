import type Koa from 'koa';

/** Problems that do not stop the server. */
export type Trouble = 'slow-disk' | 'clock-jumped' | 'store-away' | 'backups-behind';

const degradedHeader = 'X-Degraded';

/** The monitors that detect problems. */
interface Watchers {
  disk: { isSlow(): boolean };
  clockWatch: { warnings(): string[] };
  /** Whether the live composition comes from the store, or from memory because the store is unreachable. */
  shown: { isLost(): boolean };
  /** The change log of this process's database, if it keeps one. */
  changeLog?: { warnings(): string[] } | null;
}

/** The current problems. */
export function listTroubles({ disk, clockWatch, shown, changeLog }: Watchers): Trouble[] {
  const all: Record<Trouble, boolean> = {
    'slow-disk': disk.isSlow(),
    'clock-jumped': clockWatch.warnings().length > 0,
    'store-away': shown.isLost(),
    'backups-behind': (changeLog?.warnings() ?? []).length > 0,
  };
  // Safe: these are the record's keys.
  return (Object.keys(all) as Trouble[]).filter((name) => all[name]);
}

/**
 * Names the current problems in every response, so that clients can explain delays and stale pages (docs/decisions/0084).
 *
 * @param isKept whether browsers cache a pathname for long: their copy would keep the header for a year
 */
export function setDegradedHeader(
  readTroubles: () => readonly Trouble[],
  isKept: (pathname: string) => boolean,
): Koa.Middleware {
  return async function setDegradedHeader(ctx, next) {
    const troubles = readTroubles();
    if (troubles.length > 0 && !isKept(ctx.path)) ctx.set(degradedHeader, troubles.join(', '));
    await next();
  };
}
