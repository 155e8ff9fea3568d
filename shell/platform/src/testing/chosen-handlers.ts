import { findPage, type ServedPages } from '@frens/contract/composed-pages';
import { handlersOfChoice, type MockChoice, remotesOf } from '@frens/contract/mocks';

/** The remote that a page shows: its calls are those of that. */
export const shownRemote = (pages: ServedPages): string => findPage(pages, location.pathname)?.name ?? '';

/**
 * The handlers of a choice; a word or a remote that does not exist is said on the page, with those that do.
 *
 * @throws RangeError when there is one
 */
export function chosenHandlers(
  choice: MockChoice,
  { apps }: ServedPages,
): ReturnType<typeof handlersOfChoice> {
  try {
    const strange = remotesOf(choice).find((name) => !Object.hasOwn(apps, name));
    if (strange !== undefined)
      throw new RangeError(`There is no remote "${strange}". There are: ${Object.keys(apps).join(', ')}.`);
    return handlersOfChoice(choice);
  } catch (error) {
    if (error instanceof RangeError) document.body.textContent = error.message;
    throw error;
  }
}
