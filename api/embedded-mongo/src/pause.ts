/** Lets other work of this thread go first. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Told now and then how a scan goes: throws when its time is up, says true when others should have a turn. */
export type Tick = () => boolean;
