import { perHour } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { SelfUser } from './members.ts';

const { maxBytes, types, perHour: uploads } = limits.picture;

export const pictureEndpoints = {
  /** Uploads the member's picture; its central square is stored (D15). */
  'POST /api/users/me/image': endpoint({
    limits: [perHour(uploads)],
    upload: { field: 'image', maxBytes, types },
    response: SelfUser,
  }),
  'DELETE /api/users/me/image': endpoint({ response: SelfUser }),
  /** A picture by its random name; each upload gets a new one. */
  'GET /media/pictures/:file': endpoint({
    access: 'public',
    answer: { kind: 'file', types: ['image/webp'] },
    refuses: ['404 not_found'],
  }),
};
