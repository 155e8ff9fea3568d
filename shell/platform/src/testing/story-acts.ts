import { textOf } from '../i18n.ts';

const patienceMs = 5_000;

/**
 * What a story does on its page, as a member would. Places are CSS selectors, texts are the keys of those without values
 * (`mf-auth:keep.title`), because the language is chosen in the toolbar.
 */
export const storyActs = {
  /**
   * Waits for something to be on the page.
   *
   * @throws when it does not come within 5 s: the story then fails
   */
  async appear<Found extends HTMLElement>(selector: string): Promise<Found> {
    await until(() => document.querySelector(selector) !== null, `There is no ${selector}.`);
    // Safe: it was waited for.
    return document.querySelector<Found>(selector) as Found;
  },

  /**
   * Waits for the page to say something.
   *
   * @throws when it does not within 5 s
   */
  async says(key: string): Promise<void> {
    const text = textOf(key);
    await until(() => document.body.textContent.includes(text), `The page does not say “${text}”.`);
  },

  /**
   * Presses the button with these words, once it is there and nothing is done by an earlier press.
   *
   * @throws when it does not come within 5 s
   */
  async pressNamed(key: string): Promise<void> {
    const text = textOf(key);
    const find = () =>
      [...document.querySelectorAll<HTMLElement>('button:not([aria-disabled=true])')].find(
        (button) => button.textContent.trim() === text,
      );
    await until(() => find() !== undefined, `There is no button “${text}”.`);
    find()?.click();
  },

  /** Presses what is called so without showing it. */
  async pressLabelled(key: string): Promise<void> {
    await storyActs.press(`[aria-label="${CSS.escape(textOf(key))}"]`);
  },

  /** Clicks on something, once it is there. */
  async press(selector: string): Promise<void> {
    (await storyActs.appear(selector)).click();
  },

  /** Types into a field, or chooses in a list. */
  async write(selector: string, text: string): Promise<void> {
    const field = await storyActs.appear<HTMLInputElement | HTMLSelectElement>(selector);
    // As the browser does it: React watches its own setter.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, text);
    field.dispatchEvent(
      new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  },

  /** Writes into a field and sends its form. */
  async send(selector: string, text: string): Promise<void> {
    await storyActs.write(selector, text);
    (await storyActs.appear<HTMLInputElement>(selector)).form?.requestSubmit();
  },

  /** Chooses a file. */
  async choose(file: File): Promise<void> {
    const input = await storyActs.appear<HTMLInputElement>('input[type=file]');
    const chosen = new DataTransfer();
    chosen.items.add(file);
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  },
};
export type StoryActs = typeof storyActs;

async function until(isTrue: () => boolean, complaint: string): Promise<void> {
  for (let waited = 0; waited < patienceMs; waited += 50) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(complaint);
}
