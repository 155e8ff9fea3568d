import { voiceTexts } from '../voice-texts.ts';
import { on, pages, type Row } from './row.ts';

const asVisitor = { as: 'visitor' } as const;
const token = (name: string) => ({ token: name });
/** A red dot. */
const file =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Inviting others, pictures, the voice, notifications, and what pages report. */
// biome-ignore format: a table, one row a line
export const siteRows: readonly Row[] = [

  // Inviting
  on('GET /api/invitations/:code',
    ['that was never made', 200, ['neverMade1'], undefined, { ...asVisitor, shows: [(answer) => answer.isOpen, false] }],
  ),
  on('POST /api/invite-link',
    ['in place of the one before', 201, [], undefined, { shows: [(answer) => answer.uses, 0] }],
    ['again', 201, [], undefined, { keep: ['invitation', ({ url }) => new URL(url).searchParams.get('invite') ?? ''] }],
  ),
  on('GET /api/invite-link',
    ['of the demo account', 200, [], undefined, { shows: [(answer) => answer.link.uses, 0] }],
  ),
  on('GET /api/invitations/:code',
    ['that was made', 200, ['$invitation'], undefined, { shows: [(answer) => answer.isOpen, true] }],
  ),
  on('POST /api/invitations/email',
    ['of who confirmed their address', 204, [], { email: 'any@frens.example' }],
    ['again', 204, [], { email: 'any@frens.example' }],
  ),
  on('POST /api/unsubscribe/:token',
    ['with the token of a mail', 204, ['$mail:stop-invitations'], undefined, asVisitor],
    ['again', 204, ['$mail:stop-invitations'], undefined, asVisitor],
  ),

  // Picture and voice
  on('POST /api/users/me/image',
    ['without a file', '415 unsupported_media_type', [], undefined, { rawBody: '{}' }],
    ['that is none', '400 invalid', [], undefined, { file: btoa('no picture') }],
    ['of one dot', 200, [], undefined, { file, shows: [(user) => user.profileImage.startsWith('/media/pictures/'), true], keep: ['picture', (user) => user.profileImage.split('/').at(-1)] }],
    ['again', 200, [], undefined, { file, keep: ['picture', (user) => user.profileImage.split('/').at(-1)] }],
  ),
  on('GET /media/pictures/:file',
    ['of the account', 200, ['$picture'], undefined, { shows: [(_bytes, headers) => headers.get('Content-Type')?.startsWith('image/'), true] }],
    ['that is none', '404 not_found', ['nothing.webp']],
  ),
  on('DELETE /api/users/me/image',
    ['that there is', 200, [], undefined, { shows: [(user) => user.profileImage, ''] }],
    ['again', 200, [], undefined, { shows: [(user) => user.profileImage, ''] }],
  ),
  on('POST /api/elevenlabs/generate-voice',
    ["of a text that is not the quiz's", '400 invalid', [], { text: 'Something else.' }],
    ['of a text of the quiz', 200, [], { text: voiceTexts.en[1] }],
    ['again', 200, [], { text: voiceTexts.en[1] }],
    ['where nobody speaks', '503 voice_unavailable', [], { text: voiceTexts.en[2] }, { isBare: true }],
  ),

  // Notifications and visits
  pages('GET /api/notifications'),
  on('GET /api/notifications/unread',
    ['of the demo account', 200, [], undefined, { shows: [(answer) => answer.unread > 0, true] }],
  ),
  on('POST /api/notifications/read',
    ['all up to now', 200, [], { upTo: '2099-01-01T00:00:00.000Z' }, { shows: [(answer) => answer.unread, 0] }],
    ['again', 200, [], { upTo: '2099-01-01T00:00:00.000Z' }, { shows: [(answer) => answer.unread, 0] }],
  ),
  on('POST /api/composition/visits',
    ['of a version', 200, [], { versions: ['mf-quiz@1'] }, { ...asVisitor, keep: ['visit', (answer) => answer.token] }],
    ['again', 200, [], { versions: ['mf-quiz@1'] }, asVisitor],
    ['with a token that was never given', '400 invalid_token', [], { ...token('never-given'), versions: [], vitals: [{ version: 'mf-quiz@1', name: 'INP', rating: 'poor' }] }, asVisitor],
  ),
  on('POST /api/composition/reports',
    ['with a token that was never given', '400 invalid_token', [], { ...token('never-given'), version: 'mf-quiz@1', code: 'REMOTE-104' }, asVisitor],
    ['of a visit', 204, [], { ...token('$visit'), version: 'mf-quiz@1', code: 'REMOTE-104' }, asVisitor],
    ['again', 204, [], { ...token('$visit'), version: 'mf-quiz@1', code: 'REMOTE-104' }, asVisitor],
  ),
].flat();
