import { buildUser } from '@frens/contract/fixtures';
import { picturePath } from '@frens/contract/picture-files';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Profile' };

export const Loading = screenStory(remote, { path: '/profile', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/profile', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/profile', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/profile' });

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#dd8" d="M0 0h8v8H0z"/><path fill="#474" d="M0 8 4 2l4 6"/></svg>`;
const pictured = {
  user: buildUser({ profileImage: picturePath('0'.repeat(32)) }),
  picture: new Blob([drawing], { type: 'image/svg+xml' }),
};

export const Pictured = screenStory(remote, { path: '/profile', answers: pictured });
const changing = { user: buildUser({ pendingEmail: 'robin@new.example' }) };
export const AddressWaits = screenStory(remote, { path: '/profile', answers: changing });
export const AddressWaitsInForm = screenStory(remote, {
  path: '/profile',
  answers: changing,
  async act() {
    // "Edit Profile": the first button of the card.
    document.querySelector<HTMLButtonElement>('main section button, section button')?.click();
    await appear('input[name=email]');
  },
});
export const PictureRefused = screenStory(remote, {
  path: '/profile',
  act: () => choose(new File(['no picture'], 'notes.txt', { type: 'text/plain' }), '[role=alert]'),
});
export const PictureCut = screenStory(remote, { path: '/profile', act: cut });
export const PictureNotSaved = screenStory(remote, {
  path: '/profile',
  scenario: 'refusing',
  async act() {
    await cut();
    document.querySelector<HTMLButtonElement>('dialog button[data-variant=primary]')?.click();
    await appear('dialog [role=alert]');
  },
});
/** Chooses a picture and waits for the dialog in which it is cut. */
async function cut(): Promise<void> {
  const canvas = new OffscreenCanvas(800, 600);
  const context = canvas.getContext('2d');
  for (const [index, colour] of ['#474', '#dd8', '#a53', '#358'].entries()) {
    if (context) context.fillStyle = colour;
    context?.fillRect(index * 200, 0, 200, 600);
  }
  const picture = await canvas.convertToBlob({ type: 'image/png' });
  await choose(new File([picture], 'me.png', { type: 'image/png' }), 'dialog canvas');
}

async function choose(file: File, shown: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(file);
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await appear(shown);
}

/** @throws when it does not come: the story then fails. */
async function appear(selector: string): Promise<void> {
  for (let waited = 0; waited < 5_000; waited += 50) {
    if (document.querySelector(selector)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`There is no ${selector}.`);
}
