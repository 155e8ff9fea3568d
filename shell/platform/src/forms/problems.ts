import { type FieldProblem, fieldProblems, type Issue } from '@frens/contract/validation';
import { i18n } from '../current-platform.ts';
import { textOf } from '../i18n.ts';

/** Why a field does not fit: a sentence, or the key of one with its values, said in the language of the moment. */
export type Problem = string | FieldProblem;

/** Problems by field. */
export type Problems<Values> = { [Field in keyof Values]?: Problem };

/** Schemas of the contract, as far as a form needs them: no zod in a first load (docs/decisions/0078). */
export interface Rules<Body> {
  safeParse(
    value: unknown,
  ): { success: true; data: Body } | { success: false; error: { issues: readonly Issue[] } };
}

/** Checks a body against the contract's rules: the body as it may be sent, or every field that does not fit. */
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

/** The first problem of each field; `interests.3` belongs to the field that holds the list. */
export function byField(problems: readonly (readonly [string, Problem])[]): Record<string, Problem> {
  const found: Record<string, Problem> = {};
  for (const [path, problem] of problems) found[path.split('.')[0] ?? path] ??= problem;
  return found;
}

/** The sentence of a problem in the language of the moment. */
export function problemText(problem: Problem | undefined): string | undefined {
  return typeof problem === 'object' ? textOf(problem.key, problem.values) : problem;
}
