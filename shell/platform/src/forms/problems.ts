import { type FieldProblem, fieldProblems, type Issue } from '@frens/contract/validation';
import { i18n } from '../current-platform.ts';
import { textOf } from '../i18n.ts';

/** A field's problem: a sentence, or a message key with values, translated when shown. */
export type Problem = string | FieldProblem;

/** Problems by field. */
export type Problems<Values> = { [Field in keyof Values]?: Problem };

/** The part of a contract schema that forms use: zod stays out of the first load (docs/decisions/0078). */
export interface Rules<Body> {
  safeParse(
    value: unknown,
  ): { success: true; data: Body } | { success: false; error: { issues: readonly Issue[] } };
}

/** Validates a body by the contract: returns the parsed body, or the problems of all invalid fields. */
export function checkBody<Body>(
  rules: Rules<Body>,
  value: unknown,
): { body: Body } | { problems: Record<string, Problem> } {
  const result = rules.safeParse(value);
  if (result.success) return { body: result.data };
  const found = fieldProblems(result.error.issues, (key) => i18n.exists(`contract:${key}`));
  const problems = Object.entries(found).map(([path, { key, values }]): [string, Problem] => [
    path,
    { key: `contract:${key}`, values },
  ]);
  return { problems: byField(problems) };
}

/** The first problem of each field; that of `interests.3` is reported at the list's field. */
export function byField(problems: readonly (readonly [string, Problem])[]): Record<string, Problem> {
  const found: Record<string, Problem> = {};
  for (const [path, problem] of problems) found[path.split('.')[0] ?? path] ??= problem;
  return found;
}

/** A problem's sentence in the current language. */
export function problemText(problem: Problem | undefined): string | undefined {
  return typeof problem === 'object' ? textOf(problem.key, problem.values) : problem;
}
