import { languages } from '@frens/contract/languages';
import { mockMembers, scenarioNames } from '@frens/contract/mocks';

/** What can be chosen for a remote that runs alone, by the name that it has in the address; the first of each is the usual. */
export const offered = {
  scenario: scenarioNames,
  as: mockMembers,
  language: languages,
  theme: ['system', 'light', 'dark'],
  width: ['full', '375', '768', '1024'],
} as const satisfies Record<string, readonly string[]>;

/** The name of a choice. */
export type Choice = keyof typeof offered;

/** What was chosen; also what nobody offers, so that it can be said. */
export type Choices = Record<Choice, string>;

// True because these are the keys of that object.
export const choiceNames = Object.keys(offered) as Choice[];

/** What an address chooses; `?visitor` is short for `?as=visitor`. */
export function readChoices(search: string): Choices {
  const params = new URLSearchParams(search);
  if (params.has('visitor')) params.set('as', 'visitor');
  const entries = choiceNames.map((name) => [name, params.get(name) ?? offered[name][0]]);
  // True because every name has its entry.
  return Object.fromEntries(entries) as Choices;
}

/** The address of a page of the remote with what is chosen for it, which opens the same again. */
export function addressOf(page: string, choices: Choices): string {
  const { pathname, searchParams } = new URL(page, location.origin);
  for (const name of [...choiceNames, 'visitor']) searchParams.delete(name);
  for (const name of choiceNames)
    if (choices[name] !== offered[name][0]) searchParams.set(name, choices[name]);
  const search = searchParams.toString();
  return search ? `${pathname}?${search}` : pathname;
}
