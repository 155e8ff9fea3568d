import { handlersOfChoice, type MockChoice } from '@frens/contract/mocks';

/**
 * The handlers of a choice; a word that does not exist is said on the page, with those that do.
 *
 * @throws RangeError when there is one
 */
export function chosenHandlers(choice: MockChoice): ReturnType<typeof handlersOfChoice> {
  try {
    return handlersOfChoice(choice);
  } catch (error) {
    if (error instanceof RangeError) document.body.textContent = error.message;
    throw error;
  }
}
