import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Privacy settings' };

export const Loading = screenStory(remote, { path: '/privacy-settings', scenario: 'loading' });
export const Failed = screenStory(remote, { path: '/privacy-settings', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/privacy-settings' });
export const Blocked = screenStory(remote, {
  path: '/privacy-settings',
  answers: {
    blocks: [
      { userId: '1', username: 'ana.ruiz', name: 'Ana Ruiz', createdAt: '2026-11-20T12:00:00.000Z' },
      { userId: '2', username: null, name: null, createdAt: '2026-11-02T12:00:00.000Z' },
    ],
  },
});

/** The dialog in which the account is ended, with a name that is not the member's. */
export const Ending = screenStory(remote, {
  path: '/privacy-settings',
  async act() {
    const press = async (selector: string) => (await appear<HTMLElement>(selector)).click();
    await press('[data-page] button[data-variant=danger]');
    const name = await appear<HTMLInputElement>('dialog input[name=confirm]');
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(name, 'somebody');
    name.dispatchEvent(new Event('input', { bubbles: true }));
    await press('dialog button[data-variant=danger]');
    await appear('dialog [aria-invalid=true]');
  },
});

/** Waits for what comes by what was done before. */
async function appear<Found extends Element>(selector: string): Promise<Found> {
  for (let waited = 0; waited < 5_000; waited += 50) {
    const found = document.querySelector<Found>(selector);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`There is no ${selector}.`);
}
