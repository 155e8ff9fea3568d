import type { MessageValues } from './messages.ts';

/** The part of a zod issue that is read here; types only, so that this module costs no zod. */
export interface Issue {
  path: readonly PropertyKey[];
  message: string;
  /** zod types the rest differently per kind of issue; only `params` of refinements is read. */
  params?: Record<string, unknown>;
}

/** Why a field does not fit: a message key and what its text speaks of. */
export interface FieldProblem {
  key: string;
  values: MessageValues;
}

/**
 * The first problem of every field that does not fit. Fields inside lists read `responses.3.lab`.
 *
 * @param hasText whether a message is a key of the contract's texts; a library's own sentence is not shown to anybody
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
