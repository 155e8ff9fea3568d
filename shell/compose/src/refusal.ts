/** Why the tool refused, and its exit code. Scripts may rely on these numbers. */
export const exitCodes = {
  /** An unexpected error. */
  failure: 1,
  /** An invalid command line. */
  usage: 2,
  /** The gate refuses it: each reason is a line of its own. */
  misfit: 3,
  /** The environment is frozen. */
  frozen: 4,
  /** Others keep changing the environment, or have just rolled back. */
  moved: 5,
  /** A version, composition or environment that is not in the store. */
  unknown: 6,
  /** Files of the store are missing or were changed. */
  damaged: 7,
  /** Type errors: each reason is a file, a line and the compiler's message. */
  types: 8,
  /** The token lacks the right. */
  forbidden: 9,
  /** The version is known to be bad: it goes live again only with `--force`. */
  takenOff: 10,
  /** Possibly more than was meant: the message names the command that confirms it. */
  unsure: 11,
} as const;

/** The name of a reason to refuse. */
export type RefusalKind = keyof typeof exitCodes;

/** An expected failure of a command: a message for people, without a stack. */
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
