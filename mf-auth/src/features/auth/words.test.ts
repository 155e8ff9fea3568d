import { completeLanguages } from '@frens/contract/languages';
import { RegisterBody } from '@frens/contract/members';
import { messageText } from '@frens/contract/messages';
import { LoginBody } from '@frens/contract/sessions';
import { expect, it } from 'vitest';
import en from '../../../locales/en.json' with { type: 'json' };
import es from '../../../locales/es.json' with { type: 'json' };

type Words = readonly [read: (locale: typeof en) => string, english: string, spanish: string];

/** Texts that the specification prescribes for signing in (sections 2, 4, 5 and 8), and their translations. */
const words: readonly Words[] = [
  [({ tabs }) => tabs.login, 'Login', 'Entrar'],
  [({ tabs }) => tabs.signUp, 'Sign Up', 'Crear cuenta'],
  [({ login }) => login.title, 'Welcome Back', 'Hola de nuevo'],
  [({ signUp }) => signUp.title, 'Create Account', 'Crea tu cuenta'],
  [({ login }) => login.success, 'Login successful', 'Sesión iniciada'],
  [({ login }) => login.welcome, 'Welcome back, {{name}}!', '¡Hola de nuevo, {{name}}!'],
  [({ login }) => login.failed, 'Login failed', 'No se pudo iniciar sesión'],
  [({ signUp }) => signUp.success, 'Registration successful', 'Cuenta creada'],
  [({ signUp }) => signUp.failed, 'Registration failed', 'No se pudo crear la cuenta'],
  [({ magic }) => magic.toast.sent, 'Magic Link Sent! ✨', '¡Enlace mágico enviado! ✨'],
  [
    ({ magic }) => magic.toast.sentText,
    'Check your email for a secure login link.',
    'Revisa tu correo: allí está tu enlace seguro para entrar.',
  ],
  [({ magic }) => magic.sendFailed, 'Error', 'Error'],
  [({ magic }) => magic.verifyFailed, 'Verification Failed', 'No se pudo comprobar el enlace'],
  [({ magic }) => magic.invalid, 'Invalid Email', 'Correo no válido'],
  [
    ({ magic }) => magic.invalidText,
    'Please enter a valid email address',
    'Escribe una dirección de correo válida',
  ],
  [({ magic }) => magic.welcome, 'Welcome to {{site}}! 🎉', '¡Te damos la bienvenida a {{site}}! 🎉'],
  [
    ({ magic }) => magic.welcomeText,
    "You're now logged in and ready to connect with aligned frens.",
    'Ya estás dentro y puedes conectar con frens afines.',
  ],
  [({ magic }) => magic.useOther, 'Use Different Email', 'Usar otro correo'],
  [({ magic }) => magic.resend, 'Resend Magic Link', 'Enviar otra vez el enlace'],
];

it.each(words)('%s matches the specification', (read, english, spanish) => {
  expect([read(en), read(es)]).toEqual([english, spanish]);
});

it('states how long a link works, and where to look for the mail', () => {
  expect(en.magic.expires).toMatch(/15 minutes.*spam/);
  expect(es.magic.expires).toMatch(/15 minutos.*spam/);
});

const empty = { username: 'ab', password: '', email: 'maya', name: 'M', gender: '', lookingFor: '' };

it.each([
  [empty, '17', 'You must be at least 18 years old', 'Debes tener al menos 18 años'],
  [empty, '101', 'Age cannot exceed 100', 'La edad no puede superar los 100 años'],
])('says at each field of a sign-up what the specification says', (typed, age, ...ofAge) => {
  const { error } = RegisterBody.safeParse({ ...typed, age });
  const said = (error?.issues ?? []).map(({ path, message }) => [
    String(path[0]),
    ...completeLanguages.map((language) => messageText(language, message, { min: 18, max: 100 })),
  ]);
  expect(said.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
    ['age', ...ofAge],
    ['email', 'Invalid email address', 'El correo electrónico no es válido'],
    ['gender', 'Please select your gender', 'Elige tu género'],
    ['lookingFor', "Please select who you're looking for", 'Elige a quién te gustaría conocer'],
    ['name', 'Name must be at least 2 characters', 'El nombre debe tener al menos 2 caracteres'],
    ['password', 'Password must be at least 6 characters', 'La contraseña debe tener al menos 6 caracteres'],
    [
      'username',
      'Username must be at least 3 characters',
      'El nombre de usuario debe tener al menos 3 caracteres',
    ],
  ]);
});

it('matches the specification at each login field', () => {
  const { error } = LoginBody.safeParse({ username: '', password: '' });
  expect((error?.issues ?? []).map(({ message }) => messageText('en', message))).toEqual([
    'Username is required',
    'Password is required',
  ]);
});
