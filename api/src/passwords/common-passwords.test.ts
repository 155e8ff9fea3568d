import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each([
  '123456',
  'password',
  'Password',
  ' qwerty ',
  'Frens2026!',
  'bamboo',
  'panda1',
  'pass-word',
  '2026frens',
  'contraseña',
  'Contrasena1',
  'mariposa',
  'corazón',
  'familia2026',
  'tequiero',
  '¡Te quiero!',
  'alejandro',
  'frensfrens',
  'pandapandapanda',
  'holahola',
  'amigos-amigos',
  'contraseñacontraseña',
  '121212',
  '654321',
  'aaaaaa',
  'abcdef',
  'abcabc',
  '987654321',
  '0987654321',
  '123123123',
  '00000000',
  'p@ssw0rd',
  'P4$$w0rd',
  'teamomucho',
  'diosesamor',
])('refuses %s', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

it.each([
  'correct horse',
  'tea and toast at six',
  'xk29-qualm',
  '9041772835',
  'bamboo-grove-7',
  'tres tristes tigres',
])('accepts %s', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});

describe('for a member', () => {
  const owner = {
    username: 'Zoë.Quill',
    email: 'quillwort.77@mail.example',
    name: 'Wilhelmina Oakenfold',
    site: 'Lindenhof',
  };

  it.each([
    'zoe.quill',
    'ZOEQUILL',
    'zoëquill99!',
    'Zoe_Quill-Zoe_Quill',
    'quillwort.77',
    'quillwort',
    'Quillwort1',
    'quillwort.77@mail.example',
    'lindenhof',
    'Lindenhof2026',
    'lindenhoflindenhof',
    'Wilhelmina',
    'wilhelminaoakenfold',
    'Oakenf0ld!',
  ])('refuses %s', async (password) => {
    expect(await isCommonPassword(password, owner)).toBe(true);
    expect(await isCommonPassword(password)).toBe(false);
  });

  it.each(['quill and ink', 'wort and all'])('accepts %s', async (password) => {
    expect(await isCommonPassword(password, owner)).toBe(false);
  });

  it('ignores short and missing names', async () => {
    const nobody = { username: null, email: 'a@mail.example', site: '' };
    expect(await isCommonPassword('a-4471-22', nobody)).toBe(false);
    expect(await isCommonPassword('8812-4471', { email: '' })).toBe(false);
  });
});
