import { buildFirstSteps, buildUser, demoCommunity } from '@frens/contract/fixtures';
import { type StoryActs, screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Dashboard' };

export const Loading = screenStory(remote, { path: '/dashboard', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/dashboard', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/dashboard', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/dashboard' });
export const MatchRequests = screenStory(remote, { path: '/dashboard?tab=matches' });
export const MatchRequestsEmpty = screenStory(remote, { path: '/dashboard?tab=matches', scenario: 'empty' });
export const MatchRequestsFailed = screenStory(remote, {
  path: '/dashboard?tab=matches',
  scenario: 'failing',
});
export const MatchRequestReport = screenStory(remote, {
  path: '/dashboard?tab=matches',
  async act({ press, appear }) {
    await press('[role=tabpanel] li button[aria-haspopup=dialog]');
    await appear('dialog select');
  },
});
/** While no friend has a candidate, labelled samples stand in. */
export const MatchExamples = screenStory(remote, {
  path: '/dashboard',
  answers: { matchCandidates: new Map() },
});
export const CandidatesOpen = screenStory(remote, {
  path: '/dashboard',
  async act({ pressNamed, appear }) {
    (await appear('[role=tabpanel]')).scrollIntoView();
    await pressNamed('mf-social:dashboard.matchmaker.card.choose');
    await appear('dialog input[type=radio]');
  },
});
export const Connections = screenStory(remote, { path: '/dashboard?tab=connections' });
export const ConnectionsFailed = screenStory(remote, {
  path: '/dashboard?tab=connections',
  scenario: 'failing',
});
export const FirstVisit = screenStory(remote, { path: '/dashboard?welcome', scenario: 'empty' });
export const FirstVisitWithPanda = screenStory(remote, {
  path: '/dashboard?welcome',
  answers: {
    firstSteps: buildFirstSteps({
      steps: { profile: true, circle: false, fren: false },
      grants: [
        { kind: 'welcome', amount: '100.00' },
        { kind: 'quiz', amount: '25.00' },
      ],
    }),
  },
});
export const InviteFriend = screenStory(remote, {
  path: '/dashboard',
  async act({ pressNamed, appear }) {
    await pressNamed('mf-social:dashboard.actions.invite');
    await appear('dialog svg[role=img]');
  },
});

const newcomer = buildUser({
  username: null,
  name: '',
  age: null,
  gender: null,
  lookingFor: null,
  profileComplete: false,
});
export const CompleteProfile = screenStory(remote, { path: '/dashboard', answers: { user: newcomer } });
export const UsernameTaken = screenStory(remote, {
  path: '/dashboard',
  answers: { user: newcomer },
  act: (page) => complete(page, '30', '[aria-invalid=true]'),
});
export const TooYoung = screenStory(remote, {
  path: '/dashboard',
  answers: { user: newcomer },
  act: (page) => complete(page, '17', '[role=alertdialog]'),
});

/** Fills the form with a username that is taken, and submits it. */
async function complete({ write, pressNamed, appear }: StoryActs, age: string, then: string) {
  await write('form input[name=username]', demoCommunity().members[30]?.username ?? '');
  await write('form input[name=name]', 'Ana');
  await write('form input[name=age]', age);
  await write('form select[name=gender]', 'female');
  await write('form select[name=lookingFor]', 'everyone');
  await pressNamed('mf-social:dashboard.complete.submit');
  await appear(then);
}
