import type { MessageValues } from './messages.ts';

/** The part of a zod issue that is read here; types only, so that this module costs no zod. */
export interface Issue {
  path: readonly PropertyKey[];
  message: string;
  /** zod types these differently per kind of issue; only a refinement's `params` is read. */
  params?: Record<string, unknown>;
}

/** Why a field is invalid: a message key and its values. */
export interface FieldProblem {
  key: string;
  values: MessageValues;
}

/**
 * The first problem of every invalid field. Fields inside lists are named `responses.3.lab`.
 *
 * @param hasText whether a message is a key of the contract's texts; a library's own message is never shown
 */
export function fieldProblems(
  issues: readonly Issue[],
  hasText: (key: string) => boolean,
): Record<string, FieldProblem> {
  const problems: Record<string, FieldProblem> = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body';
    if (Object.hasOwn(problems, field)) continue;
    const values: MessageValues = {};
    for (const [name, value] of Object.entries(issue.params ?? {})) {
      if (typeof value === 'string' || typeof value === 'number') values[name] = value;
    }
    problems[field] = { key: hasText(issue.message) ? issue.message : 'validation.invalid', values };
  }
  return problems;
}
