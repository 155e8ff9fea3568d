import { findPage, type ServedPages } from '@frens/compose';
import { createScenarioHandlers, listNamedRemotes, type MockScenario } from '@frens/contract/mocks';

/** The remote that a page shows: its calls are those of that. */
export const findShownRemote = (pages: ServedPages): string => findPage(pages, location.pathname)?.name ?? '';

/**
 * The handlers of a choice; a word or a remote that does not exist is said on the page, with those that do.
 *
 * @throws RangeError when there is one
 */
export function createPageHandlers(
  choice: MockScenario,
  { apps }: ServedPages,
): ReturnType<typeof createScenarioHandlers> {
  try {
    const strange = listNamedRemotes(choice).find((name) => !Object.hasOwn(apps, name));
    if (strange !== undefined)
      throw new RangeError(`There is no remote "${strange}". There are: ${Object.keys(apps).join(', ')}.`);
    return createScenarioHandlers(choice);
  } catch (error) {
    if (error instanceof RangeError) document.body.textContent = error.message;
    throw error;
  }
}
