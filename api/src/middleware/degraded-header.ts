import type Koa from 'koa';

/** What may be wrong while the server goes on answering. */
export type Trouble = 'slow-disk' | 'clock-jumped' | 'store-away' | 'backups-behind';

const degradedHeader = 'X-Degraded';

/** What watches for troubles. */
interface Watchers {
  disk: { isSlow(): boolean };
  clockWatch: { warnings(): string[] };
  /** What visitors see, from the store or, without it, from memory. */
  shown: { isLost(): boolean };
  /** Of the database of this process, where it keeps one. */
  changeLog?: { warnings(): string[] } | null;
}

/** The troubles of this moment. */
export function troublesOf({ disk, clockWatch, shown, changeLog }: Watchers): Trouble[] {
  const all: Record<Trouble, boolean> = {
    'slow-disk': disk.isSlow(),
    'clock-jumped': clockWatch.warnings().length > 0,
    'store-away': shown.isLost(),
    'backups-behind': (changeLog?.warnings() ?? []).length > 0,
  };
  // Safe: these are the names of the record.
  return (Object.keys(all) as Trouble[]).filter((name) => all[name]);
}

/**
 * Says in every answer what is wrong at the moment, so that whoever waits or sees old pages can tell why (docs/decisions/0084).
 *
 * @param isKept whether browsers keep what is at a pathname: it would say so for a year
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
