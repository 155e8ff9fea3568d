import { buildUser } from '@frens/contract/fixtures';
import { picturePath } from '@frens/contract/picture-files';
import { type StoryActs, screenStory } from '@frens/platform/stories';
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
  async act({ pressNamed, appear }) {
    await pressNamed('mf-social:profile.edit');
    await appear('input[name=email]');
  },
});
export const PictureRefused = screenStory(remote, {
  path: '/profile',
  async act({ choose, appear }) {
    await choose(new File(['no picture'], 'notes.txt', { type: 'text/plain' }));
    await appear('[role=alert]');
  },
});
export const PictureUnreadable = screenStory(remote, {
  path: '/profile',
  async act({ choose, says }) {
    await choose(new File(['no picture'], 'me.png', { type: 'image/png' }));
    await says('mf-social:profile.picture.unreadable');
  },
});
export const PictureCut = screenStory(remote, { path: '/profile', act: cut });
export const PictureNotSaved = screenStory(remote, {
  path: '/profile',
  scenario: 'refusing',
  async act(page) {
    await cut(page);
    await page.pressNamed('mf-social:profile.picture.crop.save');
    await page.appear('dialog [role=alert]');
  },
});
export const PictureSaved = screenStory(remote, {
  path: '/profile',
  async act(page) {
    await cut(page);
    await page.pressNamed('mf-social:profile.picture.crop.save');
    await page.says('mf-social:profile.picture.remove');
  },
});

/** Chooses a picture and waits for the crop dialog. */
async function cut({ choose, appear }: StoryActs): Promise<void> {
  const canvas = new OffscreenCanvas(800, 600);
  const context = canvas.getContext('2d');
  for (const [index, colour] of ['#474', '#dd8', '#a53', '#358'].entries()) {
    if (context) context.fillStyle = colour;
    context?.fillRect(index * 200, 0, 200, 600);
  }
  const picture = await canvas.convertToBlob({ type: 'image/png' });
  await choose(new File([picture], 'me.png', { type: 'image/png' }));
  await appear('dialog canvas');
}
