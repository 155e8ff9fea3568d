/**
 * The files of a store, in a folder of this machine or in a bucket. Paths have slashes and none at their beginning; folders end with one.
 * None is ever changed but by `replace`, and by `mend` back to what it was.
 */
export interface StoreFiles {
  /** The folder on this machine, or null. */
  readonly dir: string | null;
  /** A file's content; null when it is not there. */
  read(file: string): Promise<Buffer | null>;
  /**
   * Writes a file that must not be there yet, whole or not at all. Of several processes that try it at once exactly one succeeds.
   *
   * @returns whether it was this call that made it
   */
  create(file: string, text: string): Promise<boolean>;
  /** Writes a file that may be there; whoever reads meanwhile gets the old text or the new one, whole. */
  replace(file: string, text: string): Promise<void>;
  /** Writes a file that never changes anew, where it was lost or damaged; whoever reads meanwhile gets the old content or the new one, whole. */
  mend(file: string, content: Buffer): Promise<void>;
  /** Names of what lies directly in a folder, sorted. */
  list(folder: string): Promise<string[]>;
  /** All files below a folder, by their paths in it, sorted. */
  filesIn(folder: string): Promise<string[]>;
  /** When a file was written or renewed last, in milliseconds since 1970; null when it is not there. */
  writtenAt(file: string): Promise<number | null>;
  /**
   * Lets a file count as written just now.
   *
   * @returns whether it is there
   */
  renew(file: string): Promise<boolean>;
  /**
   * Puts a folder of this machine there, whole or not at all: it counts when its record is there, which is written last.
   *
   * @param folder where it goes
   * @param from where it comes from
   * @param record name and text of a file beside the others
   * @returns whether it was new
   */
  publish(folder: string, from: string, record: { name: string; text: string }): Promise<boolean>;
  /**
   * Takes folders away so that they can be brought back: what counts of them is gone at once.
   *
   * @param record name of the file without which a folder does not count
   * @returns removes for good those that were not brought back
   */
  setAside(folders: readonly string[], record: string): Promise<() => Promise<void>>;
  /** Puts a folder back that was set aside, by whatever process, unless there is another one by now; its record may still be missing. */
  republishAssets(folder: string): Promise<void>;
  /** Removes what programs left below some folders that were ended in the middle, if it is older than a time in milliseconds since 1970. */
  sweep(folders: readonly string[], record: string, before: number): Promise<void>;
}
