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
  /** How often it was opened, and how many of these are written. */
  #opened = 0;
  #written = 0;

  constructor(place: BackupPlace, now: () => Date) {
    this.#place = place;
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#at !== null;
  }

  /** Whether it must still be written. */
  get isNew(): boolean {
    return this.#opened > this.#written;
  }

  /** Opens a gap, which must then be written. */
  open(): void {
    this.#opened += 1;
    this.#at ??= this.#now();
  }

  /** Writes it, with this time. One that opens meanwhile is still new. */
  async write(at: Date, write: () => Promise<void>): Promise<void> {
    const opened = this.#opened;
    await write();
    this.#written = opened;
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
