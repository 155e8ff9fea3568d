/** One commit's documents. */
interface Commit {
  number: number;
  changes: Uint8Array;
}

/** The commits that the log of changes has not written yet, oldest first. */
export class CommitQueue {
  #commits: Commit[] = [];
  #bytes = 0;
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

  /** Writes all waiting commits at once. After a failure they wait again, before those added meanwhile. */
  async flush(write: (changes: Uint8Array, newest: number) => Promise<void>): Promise<void> {
    const commits = this.#commits;
    const newest = commits.at(-1);
    if (!newest) return;
    this.#writingSince = this.#waitingSince;
    this.#set([]);
    try {
      await write(Buffer.concat(commits.map(({ changes }) => changes)), newest.number);
    } catch (error) {
      this.#set([...commits, ...this.#commits]);
      this.#waitingSince = this.#writingSince;
      throw error;
    } finally {
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
