import { limits } from '../limits.ts';
import { labIds, optionsOf, type Traits, topTraitOf } from '../panda-scoring.ts';
import type { Panda } from '../pandas.ts';
import { content, count, demo, nothing, on, pages, pandaOf, type Row } from './row.ts';

const own = pandaOf(demo.username);
const other = pandaOf('linh.tran');
/** Something that another has written on their own Panda. */
const cheered = content.find(({ type, pandaId }) => type === 'post' && pandaId !== own) ?? {
  pandaId: '',
  id: '',
};
const quiz = { answers: Object.fromEntries(labIds.map((lab) => [lab, optionsOf(lab)[0]])) };
const review = { type: 'review', content: 'Kind.' };
const post = { type: 'post', content: 'Hello' };
// Safe: every Panda has the five traits.
const areWarm = (list: Panda[]) =>
  list.map(({ traits }) => topTraitOf(traits as Traits)).every((trait) => trait === 'warmth');
const byBackers = (list: Panda[]) =>
  list.every(
    ({ uniqueBackers }, place) =>
      uniqueBackers <= (list[place - 1]?.uniqueBackers ?? Number.POSITIVE_INFINITY),
  );

/** Pandas, what is written on them, and BAMBOO. */
// biome-ignore format: a table, one row a line
export const pandaRows: readonly Row[] = [
  on('POST /api/vibe-quiz',
    ['once more', 201, [], quiz, { shows: [(answer) => answer.pandaId, own] }],
    ...Array.from({ length: limits.quiz.perDay - 1 }, () => ['again', 201, [], quiz, { shows: [(answer: { pandaId: string }) => answer.pandaId, own] }] as const),
    ['too often', '429 too_many_requests', [], quiz],
  ),
  pages('GET /api/pandas', [], 4, 'visitor'),
  on('GET /api/pandas',
    ['by name', 200, [], undefined, { query: 'q=quiet', shows: [(list) => list.length > 0 && list.every((one: Panda) => one.name.startsWith('Quiet')), true]}],
    ['by the trait that leads', 200, [], undefined, { query: 'kind=warmth', shows: [areWarm, true] }],
    ['with most backers first', 200, [], undefined, { query: 'sort=backers', shows: [byBackers, true] }],
    ['in an order that is none', '400 invalid', [], undefined, { query: 'sort=loud' }],
  ),
  on('GET /media/drawings/:file',
    ['that a Panda may have', 200, ['30214-4-0f8e1c2a.svg'], undefined, { shows: [(text) => text.includes('<svg'), true] }],
    ['that none can have', '404 not_found', ['30213-4-0f8e1c2a.svg']],
  ),
  on('GET /media/pandas/:file',
    ['of the demo account', 200, [`${own}.svg`], undefined, { shows: [(text, headers) => [text.includes('<svg'), headers.get('Content-Type')?.split(';')[0]], [true, 'image/svg+xml']] }],
    ['that is none', '404 not_found', [`${nothing}.svg`]],
  ),
  on('GET /api/pandas/:id',
    ['that is none', '404 not_found', [nothing]],
    ['of the demo account', 200, [own], undefined, { shows: [(panda) => panda.isMine, true] }],
  ),
  on('GET /api/pandas/:id/history',
    ['of none', '404 not_found', [nothing]],
    ["of one's own", 200, [own], undefined, { shows: [(history) => history.staked.length > 0, true] }],
  ),
  on('GET /api/pandas/:id/stakes',
    ['of none', '404 not_found', [nothing]],
    ["of one's own", 200, [own], undefined, { shows: [count, '2'] }],
  ),
  on('GET /api/pandas/:id/content',
    ['of none', '404 not_found', [nothing]],
    ['of one type', 200, [cheered.pandaId], undefined, { query: 'type=post', shows: [(list) => list.length > 0 && list.every((one: { type: string }) => one.type === 'post'), true] }],
  ),
  pages('GET /api/pandas/:id/content', [cheered.pandaId]),
  on('GET /api/pandas/:id/own-review',
    ['of none', '404 not_found', [nothing]],
    ['of a Panda that one does not back', 200, [other], undefined, { shows: [(answer) => answer, { canReview: false, review: null }] }],
  ),
  on('PATCH /api/pandas/:id',
    ['of another', '403 forbidden', [other], { name: 'Quiet Meadow' }],
    ['that is none', '404 not_found', [nothing], { name: 'Quiet Meadow' }],
    ["of one's own", 200, [own], { name: 'Quiet Meadow' }, { shows: [(panda) => panda.name, 'Quiet Meadow'] }],
    ['again', 200, [own], { name: 'Quiet Meadow' }],
    ['to another name within 30 days', '409 renamed_recently', [own], { name: 'Loud Meadow' }],
  ),
  on('POST /api/pandas/:id/content',
    ['on none', '404 not_found', [nothing], post],
    ["a post on another's", '403 forbidden', [other], post],
    ['a review without a stake', '403 backer_required', [other], review],
    ["a review of one's own", '403 backer_required', [own], review],
    ["a post on one's own", 201, [own], post, { keep: 'post' }],
    ['again', 201, [own], post],
  ),
  on('POST /api/reports',
    ["of one's own post", '400 invalid', [], { subjectType: 'content', subjectId: '$post', reason: 'other' }],
  ),
  on('PUT /api/pandas/:id/content/:cid/cheer',
    ["for one's own", '403 forbidden', [own, '$post']],
    ['for nothing', '404 not_found', [own, nothing]],
    ["for another's", 200, [cheered.pandaId, cheered.id], undefined, { shows: [(one) => one.hasCheered, true] }],
    ['again', 200, [cheered.pandaId, cheered.id], undefined, { shows: [(one) => one.hasCheered, true] }],
  ),
  on('DELETE /api/pandas/:id/content/:cid/cheer',
    ['for nothing', '404 not_found', [own, nothing]],
    ['that was given', 200, [cheered.pandaId, cheered.id], undefined, { shows: [(one) => one.hasCheered, false] }],
    ['again', 200, [cheered.pandaId, cheered.id], undefined, { shows: [(one) => one.hasCheered, false] }],
  ),
  on('DELETE /api/pandas/:id/content/:cid',
    ['of another', '404 not_found', [cheered.pandaId, cheered.id]],
    ["of one's own", 204, [own, '$post']],
    ['again', '404 not_found', [own, '$post']],
  ),

  // BAMBOO
  on('POST /api/stake-bamboo',
    ['more than there is', '409 insufficient_bamboo', [], { pandaId: other, amount: '999999' }],
    ['of nothing', '400 invalid_amount', [], { pandaId: other, amount: '0' }],
    ['on none', '404 not_found', [], { pandaId: nothing, amount: '1' }],
    ['of a little', 201, [], { pandaId: other, amount: '2.50' }, { keep: 'newStake', shows: [(answer) => answer.stake.amount, '2.50'] }],
    ['again', 201, [], { pandaId: other, amount: '2.50' }],
  ),
  pages('GET /api/stakes'),
  on('GET /api/wallet',
    ['of the demo account', 200, [], undefined, { shows: [(wallet) => wallet.staked, '30.00'] }],
  ),
  on('GET /api/wallet/ledger',
    ['that begins with the newest', 200, [], undefined, { query: 'limit=2', shows: [(list, headers) => [count(list, headers), list[0].amount], ['2 and more', '-2.50']] }],
  ),
  pages('GET /api/wallet/ledger'),
  on('POST /api/pandas/:id/content',
    ['a review with a stake', 201, [other], review, { keep: 'review' }],
    ['in place of the one before', 201, [other], review, { shows: [(one) => one.type, 'review'] }],
  ),
  on('POST /api/stakes/:id/unstake',
    ['of none', '404 not_found', [nothing], {}],
    ['of nothing', '400 invalid_amount', ['$stake'], { amount: '0' }],
    ['more than was staked', '409 more_than_staked', ['$stake'], { amount: '999' }],
    ['of a part', 200, ['$stake'], { amount: '1' }, { shows: [(answer) => [answer.staked, answer.stake.amount], ['29.00', '9.00']] }],
    ['again', 200, ['$stake'], { amount: '1' }, { shows: [(answer) => [answer.staked, answer.stake.amount], ['28.00', '8.00']] }],
    ['of the rest', 200, ['$stake'], {}, { shows: [(answer) => [answer.staked, answer.stake], ['20.00', null]] }],
    ['within seven days', '409 stake_locked', ['$newStake'], {}],
  ),
].flat();
