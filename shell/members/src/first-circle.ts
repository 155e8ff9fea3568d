import { safeLocalStorage } from '@frens/platform';

/** Kept until the member signs out. */
const key = 'first-circle';

/** `made`: the member made it, and the home celebrates it; `celebrated`: done. */
type FirstCircle = 'made' | 'celebrated';

export const readFirstCircle = () => safeLocalStorage.read(key);

/** Keeps how far the celebration of the member's first circle is, which happens once. */
export function keepFirstCircle(state: FirstCircle): void {
  if (readFirstCircle() !== 'celebrated') safeLocalStorage.write(key, state);
}
