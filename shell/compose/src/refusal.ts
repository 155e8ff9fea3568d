/** Why the tool refused, and its exit code. Scripts may rely on these numbers. */
export const exitCodes = {
  /** An unexpected error. */
  failure: 1,
  /** An invalid command line. */
  usage: 2,
  /** The gate refuses it; one reason a line. */
  misfit: 3,
  /** The environment is frozen. */
  frozen: 4,
  /** Others keep changing the environment, or have just rolled back. */
  moved: 5,
  /** A version, composition or environment that is not in the store. */
  unknown: 6,
  /** The store has missing or changed files. */
  damaged: 7,
  /** Type errors; each reason has file, line and the compiler's message. */
  types: 8,
  /** The token lacks the right. */
  forbidden: 9,
  /** The version is known to be bad: it goes live again only with `--force`. */
  takenOff: 10,
  /** Possibly more than intended; the message names the command that confirms it. */
  unsure: 11,
} as const;

/** The name of a reason to refuse. */
export type RefusalKind = keyof typeof exitCodes;

/** An expected failure of a command: a message for people, without a stack. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly kind: RefusalKind;
  readonly reasons: readonly string[];
  /** The message without the reasons. */
  readonly what: string;
  /** For `unsure`: the words of the command that confirms it. */
  readonly instead: readonly string[] | null;

  /**
   * @param kind determines the exit code
   * @param message says what is refused and what to do
   * @param reasons one sentence for each fault
   * @param instead words of the command to run after a confirmation at the terminal
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

/** `.catch(noneIfDamaged)` treats what is damaged as missing. */
export function noneIfDamaged(error: unknown): null {
  if (error instanceof Refusal && error.kind === 'damaged') return null;
  throw error;
}
