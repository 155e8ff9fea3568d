/** Lets other work of this thread go first. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
