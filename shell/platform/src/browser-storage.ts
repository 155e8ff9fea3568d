/** Browser storage that may be refused (cookies blocked, private mode) or full: it then behaves as if it were empty. */
export interface SafeStorage {
  read(key: string): string | null;
  /** @returns whether the browser took it */
  write(key: string, value: string): boolean;
  remove(key: string): void;
  /** All keys with a prefix, without it. */
  keys(prefix: string): string[];
}

/** Storage that outlives the tab. */
export const safeLocalStorage = makeSafe(() => localStorage);

/** Storage that survives a reload of the tab. */
export const safeSessionStorage = makeSafe(() => sessionStorage);

/** What stays after a sign-out: the choices for this browser, and what a tab shows for trial. */
const keptKeys = ['language', 'theme', 'fonts', 'compose', 'scenario', 'as', 'mock-tab'];

/** Forgets everything else: the next person at this browser learns nothing of the member. */
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
