/** Why the tool did not do what it was asked, and with which exit code it ends. Scripts may rely on these numbers. */
export const exitCodes = {
  /** Something broke that nobody foresaw. */
  failure: 1,
  /** The command line cannot be understood. */
  usage: 2,
  /** What was to be published or made live does not fit: each reason stands on a line of its own. */
  misfit: 3,
  /** The environment is frozen. */
  frozen: 4,
  /** Others moved the environment: again and again, or back already. */
  moved: 5,
  /** A version, composition or environment that is not in the store. */
  unknown: 6,
  /** Files of the store are missing or were changed. */
  damaged: 7,
  /** The sources of what was to be published have wrong types: each reason is a file, a line and what the compiler says. */
  types: 8,
  /** The token has no right to it. */
  forbidden: 9,
  /** A version was taken off because it was bad: it goes live again with `--force` alone. */
  takenOff: 10,
  /** It may be more than was meant: nobody is there to ask, and the message names the command that says so. */
  unsure: 11,
} as const;

/** The name of a reason to refuse. */
export type RefusalKind = keyof typeof exitCodes;

/** An expected end of a command: told to the person in its own words, without a stack. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly kind: RefusalKind;
  readonly reasons: readonly string[];
  /** What was refused, without the reasons. */
  readonly what: string;
  /** Of one that is `unsure`: the words of the command that does what was meant, if it was meant. */
  readonly instead: readonly string[] | null;

  /**
   * @param kind decides the exit code
   * @param message what was refused and what to do
   * @param reasons one sentence for each thing that does not fit
   * @param instead words of the command that would do it, to be run where somebody is there who agrees
   */
  constructor(
    kind: RefusalKind,
    message: string,
    reasons: readonly string[] = [],
    instead: readonly string[] | null = null,
  ) {
    super([message, ...reasons.map((reason) => `  ${reason}`)].join('\n'));
    this.kind = kind;
    this.reasons = reasons;
    this.what = message;
    this.instead = instead;
  }
}

/** For what may be damaged: `.catch(noneIfDamaged)` takes it for missing. */
export function noneIfDamaged(error: unknown): null {
  if (error instanceof Refusal && error.kind === 'damaged') return null;
  throw error;
}
