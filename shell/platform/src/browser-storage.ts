/** A storage of the browser, which may refuse it (cookies blocked, private mode) or have no room: it is then as if nothing was there. */
export interface SafeStorage {
  read(key: string): string | null;
  /** @returns whether the browser took it */
  write(key: string, value: string): boolean;
  remove(key: string): void;
  /** All keys that begin with a prefix, without it. */
  keys(prefix: string): string[];
}

/** What outlives the tab. */
export const safeLocalStorage = makeSafe(() => localStorage);

/** What a reload of the tab leaves. */
export const safeSessionStorage = makeSafe(() => sessionStorage);

/** Reading the property throws already where storage is refused. */
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
