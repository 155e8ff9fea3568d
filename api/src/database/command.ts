/** Work that writes more than one document: it happens in one transaction and returns facts, not an answer. */
export interface Command<Facts> {
  /**
   * What it writes and others may write at the same time, so that they wait in line instead of meeting
   * (docs/decisions/0056). A forgotten one costs repetitions, never a wrong result.
   */
  lockKeys: readonly string[] | (() => Promise<readonly string[]>);
  /** May run again from the start when another transaction got in between. */
  run(): Promise<Facts>;
}
