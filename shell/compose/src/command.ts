import type { Project } from './project.ts';
import type { SiteHealth } from './read-health.ts';
import type { Author } from './store/history-entry.ts';
import type { SiteStore } from './store/site-store.ts';

/** An option of a command, beside those that all have. */
export interface CommandOption {
  /** Stands for its value in the help; without it, the option has none. */
  value?: string;
  help: string;
  /** May be given several times. */
  isList?: boolean;
}

/** What was written on the command line, read. */
export interface Given {
  words: string[];
  text(option: string): string | undefined;
  list(option: string): string[];
  has(option: string): boolean;
}

/** What every command works with. */
export interface Surroundings {
  store: SiteStore;
  /** The checkout around the working folder; null outside of one. */
  project: Project | null;
  environment: string;
  author: Author;
  /** The address of the site that runs the command, where one does it for somebody else: what is advised is asked of it again (`--at`). */
  site?: string;
  /** How versions do on the pages of a site, where that very site runs the command. */
  health?: () => Promise<SiteHealth>;
  /** Tells of progress, beside the answer. */
  say: (line: string) => void;
}

/** The answer of a command, for people and for programs, and what its end means where that is not all well. */
export interface Answer {
  text: string;
  json: unknown;
  exitCode?: number;
}

/** One command of the tool. */
export interface Command {
  summary: string;
  /** What stands behind its name, as the help shows it. */
  words: string;
  /** How many words it takes at least and at most. */
  count: readonly [least: number, most: number];
  options?: Record<string, CommandOption>;
  /** More of the help. */
  about?: string;
  run(given: Given, surroundings: Surroundings): Promise<Answer>;
}
