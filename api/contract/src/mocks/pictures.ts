import { type HttpHandler, HttpResponse, http } from 'msw';
import { picturePath } from '../picture-files.ts';
import type { Answers } from './answers.ts';
import { member } from './lookup.ts';
import type { MockResolver } from './mock.ts';

type PictureKey = `${'POST' | 'DELETE'} /api/users/me/image`;

/** The name of the one picture that is on its way from the page to the page. */
const name = 'f'.repeat(32);

/** The member's picture: what was sent is shown as it is. */
export function pictureResolvers(answers: Answers): { [Key in PictureKey]: MockResolver<Key> } {
  return {
    'POST /api/users/me/image': async ({ request }) => {
      const image = (await request.formData()).get('image');
      answers.picture = image instanceof Blob ? image : null;
      return Object.assign(member(answers), { profileImage: picturePath(name) });
    },
    'DELETE /api/users/me/image': () => {
      answers.picture = null;
      return Object.assign(member(answers), { profileImage: '' });
    },
  };
}

/** The file of that picture, under every address that pictures have. */
export function pictureFile(answers: Answers): HttpHandler {
  return http.get('*/media/pictures/:file', async () =>
    answers.picture
      ? new HttpResponse(await answers.picture.arrayBuffer(), {
          headers: { 'Content-Type': answers.picture.type },
        })
      : new HttpResponse(null, { status: 404 }),
  );
}
