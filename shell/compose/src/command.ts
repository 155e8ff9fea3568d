import type { Project } from './project.ts';
import type { SiteHealth } from './read-health.ts';
import type { Author } from './store/history-entry.ts';
import type { SiteStore } from './store/site-store.ts';

/** An option of one command, besides the common ones. */
export interface CommandOption {
  /** The placeholder of its value in the help; without it, the option is a flag. */
  value?: string;
  help: string;
  /** May be repeated. */
  isList?: boolean;
}

/** The parsed command line. */
export interface Given {
  words: string[];
  text(option: string): string | undefined;
  list(option: string): string[];
  has(option: string): boolean;
}

/** The context of every command. */
export interface Surroundings {
  store: SiteStore;
  /** The checkout of the working folder; null outside of one. */
  project: Project | null;
  environment: string;
  author: Author;
  /** The site that runs the command for a remote client: suggested commands get `--at` with it. */
  site?: string;
  /** The store from the command line: suggested commands get `--store` with it. */
  storeAddress?: string;
  /** Health of versions on pages, if the site itself runs the command. */
  health?: () => Promise<SiteHealth>;
  /** Reports progress, apart from the answer. */
  say: (line: string) => void;
}

/** The answer of a command, for people and for programs, and its exit code. */
export interface Answer {
  text: string;
  json: unknown;
  exitCode?: number;
}

/** One command of the tool. */
export interface Command {
  summary: string;
  /** Its arguments in the help. */
  words: string;
  /** The minimum and maximum number of arguments. */
  count: readonly [least: number, most: number];
  options?: Record<string, CommandOption>;
  /** Further help. */
  about?: string;
  run(given: Given, surroundings: Surroundings): Promise<Answer>;
}
