import type { PandaHistory } from '@frens/contract';
import { buildContent, buildPanda, buildStake } from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';

/** The Panda of the profile tests. */
export const panda = buildPanda({
  id: '650000000000000000abc123',
  name: 'Quiet Tide',
  traits: { Warmth: 40, Service: 30, Creativity: 20, Wisdom: 90, Adventure: 10 },
  totalBambooStaked: '1250.50',
  frenQuotient: '187.5',
  frenQuotientParts: { quiz: '50.0', staked: '81.2', backers: '42.4', connections: '13.9', matches: '0.0' },
  uniqueBackers: 2,
  aiPersonality: { tone: 'Thoughtful and deep', quirks: ['Hums along with the tide'] },
});
export const path = `/panda/${panda.id}`;

/** One item per type. */
export const post = buildContent({
  id: 'p-1',
  type: 'post',
  content: 'Planted the garlic.',
  createdAt: '2026-03-05T12:00:00.000Z',
  engagementScore: '4.0',
  metadata: { tags: ['garden', 'autumn'] },
});
export const review = buildContent({
  id: 'r-1',
  type: 'review',
  content: 'Showed up when it rained.',
  createdAt: '2026-03-04T12:00:00.000Z',
  engagementScore: '0.5',
  metadata: { tags: [] },
});
export const milestone = buildContent({
  id: 'm-1',
  type: 'milestone',
  content: 'Ten frens back this Panda.',
});

interface Facts {
  panda?: typeof panda;
  stakes?: ReturnType<typeof buildStake>[];
  content?: ReturnType<typeof buildContent>[];
  history?: PandaHistory;
}

/** History of a new Panda. */
export const noHistory: PandaHistory = { quotient: [{ day: '2026-03-01', value: '50.0' }], staked: [] };

/** Mock handlers for the Panda; empty lists by default. */
export function handlersOf({
  panda: shown = panda,
  stakes = [],
  content = [],
  history = noHistory,
}: Facts = {}) {
  return [
    mock('GET /api/pandas/:id', () => shown),
    mock('GET /api/pandas/:id/stakes', () => stakes),
    mock('GET /api/pandas/:id/content', () => content),
    mock('GET /api/pandas/:id/history', () => history),
  ];
}
