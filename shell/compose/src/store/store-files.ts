/**
 * Files of a store, in a local folder or a bucket. Paths are relative, with slashes; folders end with a slash. Files are immutable, except
 * by `replace`, and by `mend`, which restores the original content.
 */
export interface StoreFiles {
  /** The local folder, or null. */
  readonly dir: string | null;
  /** A file's content, or null if it does not exist. */
  read(file: string): Promise<Buffer | null>;
  /**
   * Creates a file atomically. Of several concurrent processes exactly one succeeds.
   *
   * @returns whether this call created it
   */
  create(file: string, content: string | Buffer): Promise<boolean>;
  /** Creates or replaces a file atomically: readers get the old text or the new one. */
  replace(file: string, text: string): Promise<void>;
  /** Restores a lost or damaged immutable file, atomically. */
  mend(file: string, content: Buffer): Promise<void>;
  /** Removes a file, if it exists. */
  remove(file: string): Promise<void>;
  /** Names of a folder's direct entries, sorted. */
  list(folder: string): Promise<string[]>;
  /** Relative paths of all files below a folder, sorted. */
  filesIn(folder: string): Promise<string[]>;
  /** Modification time of a file in milliseconds since 1970, or null if it does not exist. */
  writtenAt(file: string): Promise<number | null>;
  /**
   * Sets an immutable file's modification time to now.
   *
   * @returns whether the file exists
   */
  renew(file: string): Promise<boolean>;
  /**
   * Copies a local folder into the store atomically: it counts only with its record, which is written last.
   *
   * @param folder the target
   * @param from the local folder
   * @param record name and text of the record
   * @returns whether it was new
   */
  publish(folder: string, from: string, record: { name: string; text: string }): Promise<boolean>;
  /**
   * Removes folders reversibly: they stop counting at once.
   *
   * @param record name of the file that makes a folder count
   * @returns deletes the folders that were not restored
   */
  setAside(folders: readonly string[], record: string): Promise<() => Promise<void>>;
  /** Restores a folder that any process has set aside, unless it exists again; its record may still be missing. */
  republishAssets(folder: string): Promise<void>;
  /** Removes leftovers of interrupted processes below some folders, if older than a time in milliseconds since 1970. */
  sweep(folders: readonly string[], record: string, before: number): Promise<void>;
}
