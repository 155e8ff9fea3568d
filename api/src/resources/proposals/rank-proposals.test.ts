import { buildPublicUser } from '@frens/contract/fixtures';
import { expect, it } from 'vitest';
import { rankProposals } from './rank-proposals.ts';

const blank = { pandaId: null, profileImage: '', bio: '', interests: [], age: 30 };
const now = new Date('2026-01-20');
const [earlier, lately] = [new Date('2025-06-01'), new Date('2026-01-19')];

/** How a newcomer of thirty who shows nothing yet is proposed some members. */
function ranked(candidates: Array<Partial<ReturnType<typeof buildPublicUser>> & { joinedAt: Date }>) {
  const friends = new Map([['friend', ['Ana']]]);
  const facts = { traits: new Map(), friends, circles: new Map(), sample: [], now };
  const shown = candidates.map(({ joinedAt, ...of }) => ({
    user: buildPublicUser({ ...blank, ...of }),
    joinedAt,
  }));
  return rankProposals({ id: 'me', interests: [], age: 30 }, shown, facts).map(({ user }) => user.id);
}

it('puts who shows a Panda, a picture, a text or interests before who shows nothing, though these are near in age and new', () => {
  for (const shown of [
    { pandaId: 'p' },
    { profileImage: '/p.webp' },
    { bio: 'Tea.' },
    { interests: ['tea'] },
  ])
    expect(
      ranked([
        { id: 'blank', joinedAt: lately },
        { id: 'shown', ...shown, age: 60, joinedAt: earlier },
      ]),
    ).toEqual(['shown', 'blank']);
});

it('puts who shows more first of equals, then the newest, and a friend in common before either', () => {
  const some = { bio: 'Tea.', age: 60 };
  expect(
    ranked([
      { id: 'earlier', ...some, joinedAt: earlier },
      { id: 'later', ...some, joinedAt: new Date('2025-07-01') },
      { id: 'more', ...some, interests: ['tea'], joinedAt: earlier },
      { id: 'friend', age: 60, joinedAt: earlier },
    ]),
  ).toEqual(['friend', 'more', 'later', 'earlier']);
});
