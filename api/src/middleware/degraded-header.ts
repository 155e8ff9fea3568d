import type Koa from 'koa';

/** What may be wrong while the server goes on answering. */
export type Trouble = 'slow-disk' | 'clock-jumped' | 'store-away' | 'backups-behind';

const degradedHeader = 'X-Degraded';

/** The troubles that there are, of all that there may be. */
export function troublesOf(all: Readonly<Record<Trouble, boolean>>): Trouble[] {
  // Safe: these are the names of the record.
  return (Object.keys(all) as Trouble[]).filter((name) => all[name]);
}

/**
 * Says in every answer what is wrong at the moment, so that whoever waits or sees old pages can tell why (docs/decisions/0306).
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
