/** Browser storage that behaves as empty when blocked (cookies blocked, private mode) or full. */
export interface SafeStorage {
  read(key: string): string | null;
  /** @returns whether it was stored */
  write(key: string, value: string): boolean;
  remove(key: string): void;
  /** All keys with a prefix, which is stripped. */
  keys(prefix: string): string[];
}

/** Persistent storage. */
export const safeLocalStorage = makeSafe(() => localStorage);

/** Storage that survives a reload of the tab. */
export const safeSessionStorage = makeSafe(() => sessionStorage);

/** Keys that survive sign-out: this browser's preferences, and a tab's previewed versions. */
const keptKeys = ['language', 'theme', 'fonts', 'compose', 'scenario', 'as', 'mock-tab'];

/** Removes everything else, so that the browser's next user learns nothing about the member. */
export function forgetMembersStorage(): void {
  for (const storage of [safeLocalStorage, safeSessionStorage])
    for (const key of storage.keys('')) if (!keptKeys.includes(key)) storage.remove(key);
}

/** Even reading the property throws where storage is refused. */
function makeSafe(find: () => Storage): SafeStorage {
  function attempt<Result>(use: (storage: Storage) => Result, otherwise: Result): Result {
    try {
      return use(find());
    } catch {
      return otherwise;
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(key), null),
    write: (key, value) =>
      attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: (prefix) =>
      attempt(Object.keys, [] as string[]).flatMap((key) =>
        key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
      ),
  };
}
