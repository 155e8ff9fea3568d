import { second } from '../clock.ts';
import type { BackupPlace } from './backup-place.ts';
import { findGap } from './read-log.ts';

/** How often the log checks whether a backup has closed a gap. */
const checkEveryMs = 5 * second;

/** The gap in a log of changes that no backup covers, if there is one. */
export class LogGap {
  readonly #place: BackupPlace;
  readonly #now: () => Date;
  #checkedAt = 0;
  /** Its start; null without one. */
  #at: Date | null = null;
  /** Whether it must still be written. */
  isNew = false;

  constructor(place: BackupPlace, now: () => Date) {
    this.#place = place;
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#at !== null;
  }

  /** Opens a gap, which must then be written. */
  open(): void {
    this.isNew = true;
    this.#at ??= this.#now();
  }

  /** It was written, with this time. */
  setWritten(at: Date): void {
    this.isNew = false;
    this.#at = at;
  }

  /** Reads from the place whether there is one. One that is not written yet stays. */
  async read(): Promise<void> {
    this.#checkedAt = performance.now();
    const found = await findGap(this.#place);
    if (!this.isNew) this.#at = found;
  }

  /** Reads now and then whether a backup has closed it. */
  async check(): Promise<void> {
    if (this.isOpen && performance.now() - this.#checkedAt >= checkEveryMs) await this.read();
  }

  /** Time since its start, in milliseconds; 0 without one. */
  ageMs(): number {
    return this.#at ? this.#now().getTime() - this.#at.getTime() : 0;
  }

  /** A sentence for operators; null without one. */
  warning(): string | null {
    return (
      this.#at &&
      `The log of changes beside the backups has a gap: what was changed since ${this.#at.toISOString()} would be lost with the disk, until a backup is finished`
    );
  }
}
