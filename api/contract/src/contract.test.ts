import { describe, expect, it } from 'vitest';
import answersEn from '../locales/answers/en.json' with { type: 'json' };
import answersEs from '../locales/answers/es.json' with { type: 'json' };
import pagesEn from '../locales/en.json' with { type: 'json' };
import pagesEs from '../locales/es.json' with { type: 'json' };
import { CreateCircleBody } from './circles.ts';
import { errorCodes } from './errors.ts';
import { type CallKey, contract } from './index.ts';
import { RegisterBody, UpdateUserBody, UserListQuery } from './members.ts';
import { hasMessage, messageText } from './messages.ts';
import { emptyProfile } from './profile-fields.ts';
import { answersOf, SubmitQuizBody } from './quiz.ts';
import { LoginBody } from './sessions.ts';
import { StakeBody } from './stakes.ts';
import { skeletonOf } from './usernames.ts';
import { fieldProblems } from './validation.ts';

const en = { ...pagesEn, ...answersEn };
const es = { ...pagesEs, ...answersEs };

const valid = {
  username: 'maya.p',
  password: ' secret ',
  email: 'Maya@example.org',
  name: 'Maya',
  age: 31,
  gender: 'female',
  lookingFor: 'everyone',
} as const;

function problemsOf(
  schema: { safeParse(value: unknown): { error?: { issues: never[] | readonly object[] } } },
  value: unknown,
) {
  const { error } = schema.safeParse(value);
  // Safe: these are zod issues; the reader takes what it needs from them.
  const problems = fieldProblems((error?.issues ?? []) as Parameters<typeof fieldProblems>[0], hasMessage);
  return Object.fromEntries(
    Object.entries(problems).map(([field, { key, values }]) => [field, messageText('en', key, values)]),
  );
}

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? keysOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

describe('contract', () => {
  it('names every call by method and path', () => {
    for (const key of Object.keys(contract)) {
      expect(key).toMatch(/^(GET|POST|PUT|PATCH|DELETE) \/(api|media)(\/(:[a-z]+|[a-z-]+))+$/);
    }
  });

  it('is private by default', () => {
    const open = Object.entries(contract)
      .filter(([, definition]) => 'access' in definition && definition.access === 'public')
      .map(([key]) => key as CallKey);
    expect(open.sort()).toEqual([
      'GET /api/circle-invitations/:code',
      'GET /api/circles',
      'GET /api/circles/:id',
      'GET /api/invitations/:code',
      'GET /api/pandas',
      'GET /media/drawings/:file',
      'GET /media/pandas/:file',
      'GET /media/pictures/:file',
      'POST /api/auth/account/keep',
      'POST /api/auth/email/change',
      'POST /api/auth/email/confirm',
      'POST /api/auth/email/undo',
      'POST /api/auth/link/check',
      'POST /api/auth/magic-link',
      'POST /api/auth/password/check',
      'POST /api/auth/password/forgot',
      'POST /api/auth/password/reset',
      'POST /api/auth/verify',
      'POST /api/composition/reports',
      'POST /api/composition/visits',
      'POST /api/elevenlabs/generate-voice',
      'POST /api/login',
      'POST /api/logout',
      'POST /api/register',
      'POST /api/unsubscribe/:token',
    ]);
  });

  it('has a sentence for every error code, and every text in both languages with the same values', () => {
    expect(Object.keys(en.errors).sort()).toEqual(Object.values(errorCodes).sort());
    expect(keysOf(es)).toEqual(keysOf(en));
    const valuesIn = (text: string) => [...text.matchAll(/\{\{[\w, ]+\}\}/g)].map(String).sort();
    for (const key of keysOf(en)) {
      expect(valuesIn(messageText('es', key)), key).toEqual(valuesIn(messageText('en', key)));
    }
  });
});

describe('RegisterBody', () => {
  it('fills in what the form leaves open and keeps the password as typed', () => {
    expect(RegisterBody.parse({ ...valid, age: ' 31 ', unknown: 1 })).toEqual({
      ...emptyProfile,
      ...valid,
      connectionType: 'all',
    });
  });

  it('names every field that does not fit, in the words of the specification', () => {
    expect(
      problemsOf(RegisterBody, { username: 'ab', password: '12345', email: 'x', name: 'A', age: 17 }),
    ).toEqual({
      username: 'Username must be at least 3 characters',
      password: 'Password must be at least 6 characters',
      email: 'Invalid email address',
      name: 'Name must be at least 2 characters',
      age: 'You must be at least 18 years old',
      gender: 'Please select your gender',
      lookingFor: "Please select who you're looking for",
    });
  });

  it.each([
    ['age', 101, 'Age cannot exceed 100'],
    ['age', 18.5, 'Please enter your age as a whole number'],
    ['age', '1e2', 'Please enter your age as a whole number'],
    ['age', null, 'Please enter your age as a whole number'],
    [
      'username',
      'ana@home',
      'Please use only Latin letters (a to z, also with accents), digits, dots, underscores and hyphens',
    ],
    [
      'username',
      'Аdela',
      'Please use only Latin letters (a to z, also with accents), digits, dots, underscores and hyphens',
    ],
    ['username', 'AdMin', 'This username is reserved'],
    ['username', 'ａｄｍｉｎ', 'This username is reserved'],
    ['username', 'admın', 'This username is reserved'],
    ['username', 'admin.', 'This username is reserved'],
    ['username', 'ad-mín', 'This username is reserved'],
    ['username', 'ᴀdmin', 'This username is reserved'],
    ['username', 'ađm1n', 'This username is reserved'],
    ['username', 'rnoderator', 'This username is reserved'],
    ['username', '...', 'Username needs at least one letter or digit'],
    ['username', '\u0301\u0301\u0301', 'Please use at least one visible character and no invisible ones'],
    ['username', 'ana\u202e', 'Please use at least one visible character and no invisible ones'],
    ['username', 'anx\u0301\u0302\u0303', 'Please use fewer accents on one letter'],
    ['username', { $ne: null }, 'Username must be at least 3 characters'],
    ['username', 'x'.repeat(51), 'Please use at most 50 characters'],
    ['password', ['a', 'b', 'c', 'd', 'e', 'f'], 'Password must be at least 6 characters'],
    ['password', 'x'.repeat(257), 'Please use at most 256 characters'],
    ['email', 'a@b@c', 'Invalid email address'],
    ['email', 'a@b,c', 'Invalid email address'],
    ['email', 'a,b@c', 'Invalid email address'],
    ['email', 'a@b?bcc=z', 'Invalid email address'],
    ['email', 'a@b\u200b.c', 'Invalid email address'],
    ['email', 'a@b..c', 'Invalid email address'],
    ['email', 'maya@example', 'Invalid email address'],
    ['name', '\u200b\u200b', 'Please use at least one visible character and no invisible ones'],
    ['name', 'Ana\u202e', 'Please use at least one visible character and no invisible ones'],
    ['name', 'Ana\u200d', 'Please use at least one visible character and no invisible ones'],
    ['name', '\u3164\u3164', 'Please use at least one visible character and no invisible ones'],
    ['name', 'Z\u0335\u0321\u0322algo', 'Please use fewer accents on one letter'],
    ['name', ' A ', 'Name must be at least 2 characters'],
    ['name', 'Ana\u0000', 'Please remove the invisible control characters'],
    ['name', 'An\nna', 'Please remove the invisible control characters'],
    ['bio', 'x'.repeat(1001), 'Please use at most 1000 characters'],
    ['gender', 'other', 'Please select your gender'],
    [
      'interests',
      Array.from({ length: 21 }, (_, index) => `i${index}`),
      'Please list up to 20 interests of up to 30 characters each',
    ],
  ])('refuses %s %j', (field, value, sentence) => {
    expect(problemsOf(RegisterBody, { ...valid, [field]: value })).toEqual({ [field]: sentence });
  });

  it.each([
    ['name', 'हिंदी क्‍ष'],
    ['name', 'می‌خواهم'],
    ['name', 'Ana 👩🏽‍🚀 ❤️'],
    ['name', 'Nguyễn Thị Ế'],
    ['username', 'Łukasz.ñandú_9'],
    ['email', "o'hara+tag@mail.example.org"],
    ['email', 'josé@españa.example'],
  ])('takes %s %j', (field, value) => {
    expect(problemsOf(RegisterBody, { ...valid, [field]: value })).toEqual({});
  });

  it('reads look-alikes of a username as one, and again as the same', () => {
    for (const name of ['dem0', 'ｄｅｍｏ', 'Demo.', 'derno', 'ᴅᴇᴍᴏ']) {
      expect(skeletonOf(name)).toBe('demo');
    }
    for (const name of ['rrnn', 'vvv', '1ǁ', 'İx', '_.a_b._']) {
      expect(skeletonOf(skeletonOf(name))).toBe(skeletonOf(name));
    }
    expect(skeletonOf('peña')).not.toBe(skeletonOf('pena'));
  });

  it('counts code points, composes letters and keeps lines in long text', () => {
    const parsed = RegisterBody.parse({ ...valid, name: '🐼🐼', username: 'Jose\u0301', bio: 'one\r\ntwo' });
    expect(parsed).toMatchObject({ name: '🐼🐼', username: 'José', bio: 'one\ntwo' });
    expect(problemsOf(RegisterBody, { ...valid, name: '🐼' })).toHaveProperty('name');
  });
});

describe('other bodies', () => {
  it('asks for both parts of a login', () => {
    expect(problemsOf(LoginBody, {})).toEqual({
      username: 'Username is required',
      password: 'Password is required',
    });
  });

  it('takes part of a profile and refuses a wrong part', () => {
    expect(UpdateUserBody.parse({ bio: 'Hi' })).toEqual({ bio: 'Hi' });
    expect(problemsOf(UpdateUserBody, { name: '', age: 'x' })).toEqual({
      name: 'Name must be at least 2 characters',
      age: 'Please enter your age as a whole number',
    });
  });

  it.each(['0', '0.00', '-1', '1.234', '1e3', ' 5', '1234567890', 5, '', null])(
    'refuses the stake %j',
    (amount) => {
      expect(problemsOf(StakeBody, { pandaId: 'p', amount })).toEqual({
        amount: 'Please enter a valid BAMBOO amount',
      });
    },
  );

  it('makes an open circle of a name alone', () => {
    expect(CreateCircleBody.parse({ name: ' Tea ' })).toEqual({
      name: 'Tea',
      description: '',
      circleType: 'open',
    });
    expect(problemsOf(CreateCircleBody, { name: '\u2800' })).toHaveProperty('name');
    expect(problemsOf(CreateCircleBody, { name: ' ' })).toEqual({ name: 'Please give your circle a name' });
    expect(problemsOf(CreateCircleBody, { name: 'T', gateMinAmount: '0' })).toHaveProperty('gateMinAmount');
  });

  it('reads page sizes from text and bounds them', () => {
    expect(UserListQuery.parse({})).toEqual({ limit: 100, sort: 'newest' });
    expect(UserListQuery.parse({ limit: '5', q: ' tea ' })).toEqual({ limit: 5, q: 'tea', sort: 'newest' });
    expect(problemsOf(UserListQuery, { limit: '201', ageBand: 'old' })).toHaveProperty('limit');
    expect(problemsOf(UserListQuery, { limit: '201', ageBand: 'old' })).toHaveProperty('ageBand');
  });
});

describe('SubmitQuizBody (D39)', () => {
  const answers = {
    1: 'amplify',
    2: 'words',
    3: 'wisdom',
    4: 'heart',
    5: 'ocean',
    6: 'reflection',
    7: 'steady',
    8: 'healing',
    9: 'deep',
    10: 'dawn',
    11: 'joy',
  };
  const responses = Object.entries(answers).map(([lab, response]) => ({
    lab: Number(lab),
    response,
    responseTime: 1200,
    timestamp: '2026-11-21T10:00:00.000Z',
  }));

  it('reads both forms as the same answers', () => {
    expect(answersOf(SubmitQuizBody.parse({ answers }))).toEqual(answers);
    const full = { responses, completedAt: 1_795_000_000_000, totalTime: 1 };
    expect(answersOf(SubmitQuizBody.parse(full))).toEqual(answers);
  });

  it.each([
    ['a lab twice', [...responses.slice(0, 10), responses[0]], 'responses'],
    ['a lab missing', responses.slice(1), 'responses'],
    [
      'an option of another lab',
      [{ ...responses[0], response: 'joy' }, ...responses.slice(1)],
      'responses.0.response',
    ],
    [
      'a negative time',
      [{ ...responses[0], responseTime: -1 }, ...responses.slice(1)],
      'responses.0.responseTime',
    ],
    [
      'a broken timestamp',
      [{ ...responses[0], timestamp: 'soon' }, ...responses.slice(1)],
      'responses.0.timestamp',
    ],
  ])('refuses %s', (_what, wrong, field) => {
    expect(problemsOf(SubmitQuizBody, { responses: wrong })).toHaveProperty([field]);
  });

  it('refuses nothing at all and a map with a foreign key', () => {
    expect(problemsOf(SubmitQuizBody, {})).toHaveProperty('responses');
    expect(problemsOf(SubmitQuizBody, { answers: { ...answers, 12: 'joy' } })).toHaveProperty('answers');
    expect(problemsOf(SubmitQuizBody, { answers: { ...answers, 11: 'toString' } })).toHaveProperty([
      'answers.11',
    ]);
  });
});
