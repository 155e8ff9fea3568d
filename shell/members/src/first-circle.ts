import { safeLocalStorage } from '@frens/platform';

/** Removed when the member signs out. */
const key = 'first-circle';

/** `made`: created, and the dashboard will celebrate it; `celebrated`: done. */
type FirstCircle = 'made' | 'celebrated';

export const readFirstCircle = () => safeLocalStorage.read(key);

/** Stores the state of the celebration of the member's first circle, which happens once. */
export function storeFirstCircle(state: FirstCircle): void {
  if (readFirstCircle() !== 'celebrated') safeLocalStorage.write(key, state);
}
