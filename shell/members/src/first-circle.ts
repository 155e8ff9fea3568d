import { safeLocalStorage } from '@frens/platform';

/** Kept until the member signs out. */
const key = 'first-circle-celebrated';

/** A circle's page has celebrated the member's first circle: the home does not do so again. */
export const keepFirstCircleCelebrated = () => safeLocalStorage.write(key, 'yes');

export const isFirstCircleCelebrated = () => safeLocalStorage.read(key) !== null;
