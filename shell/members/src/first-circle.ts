import { safeLocalStorage } from '@frens/platform';

/** Kept until the member signs out. */
const key = 'first-circle';

/** `joined`: a circle's page did not know whether it is the member's first, so that the home celebrates it if it is; `celebrated`: done. */
type FirstCircle = 'joined' | 'celebrated';

export const readFirstCircle = () => safeLocalStorage.read(key);

/** Keeps how far the celebration of the member's first circle is, which happens once. */
export function keepFirstCircle(state: FirstCircle): void {
  if (readFirstCircle() !== 'celebrated') safeLocalStorage.write(key, state);
}
