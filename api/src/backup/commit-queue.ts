/** One commit's documents. */
interface Commit {
  number: number;
  changes: Uint8Array;
}

/** The commits that the log of changes has not written yet, oldest first. */
export class CommitQueue {
  #commits: Commit[] = [];
  #bytes = 0;
  /** Those being written, which wait again after a failure. */
  #writing: Commit[] = [];
  /** When the oldest waiting commit was queued, and the oldest of those being written. */
  #waitingSince: number | null = null;
  #writingSince: number | null = null;

  get bytes(): number {
    return this.#bytes;
  }

  get first(): Commit | undefined {
    return this.#commits[0];
  }

  add(commit: Commit): void {
    this.#waitingSince ??= performance.now();
    this.#commits.push(commit);
    this.#bytes += commit.changes.length;
  }

  /** Drops the commits up to a number. */
  dropUntil(number: number): void {
    this.#set(this.#commits.filter((commit) => commit.number > number));
  }

  /** Drops all commits: those being written do not wait again after a failure. */
  clear(): void {
    this.#writing = [];
    this.#set([]);
  }

  /** Writes all waiting commits at once. After a failure they wait again, before those added meanwhile. */
  async flush(write: (changes: Uint8Array, newest: number) => Promise<void>): Promise<void> {
    const newest = this.#commits.at(-1);
    if (!newest) return;
    this.#writing = this.#commits;
    this.#writingSince = this.#waitingSince;
    this.#set([]);
    try {
      await write(Buffer.concat(this.#writing.map(({ changes }) => changes)), newest.number);
    } catch (error) {
      if (this.#writing.length > 0) this.#waitingSince = this.#writingSince;
      this.#set([...this.#writing, ...this.#commits]);
      throw error;
    } finally {
      this.#writing = [];
      this.#writingSince = null;
    }
  }

  /** Age of the oldest commit that is not written, in milliseconds; 0 without one. */
  ageMs(): number {
    const since = this.#writingSince ?? this.#waitingSince;
    return since === null ? 0 : performance.now() - since;
  }

  #set(commits: Commit[]): void {
    this.#commits = commits;
    this.#bytes = commits.reduce((sum, { changes }) => sum + changes.length, 0);
    if (commits.length === 0) this.#waitingSince = null;
  }
}
