import { buildFirstSteps, buildUser, demoCommunity } from '@frens/contract/fixtures';
import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Dashboard' };

export const Loading = screenStory(remote, { path: '/dashboard', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/dashboard', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/dashboard', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/dashboard' });
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
  async act() {
    document.querySelector<HTMLButtonElement>('button[aria-haspopup=dialog]')?.click();
    for (let waited = 0; waited < 5_000 && !document.querySelector('dialog svg[role=img]'); waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
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
  async act() {
    const typed = [demoCommunity().members[30]?.username ?? '', 'Ana', '30', 'female', 'everyone'];
    const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form input, form select');
    for (const [index, field] of fields.entries()) {
      // As the browser does it: React watches its own setter.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
      set?.call(field, typed[index]);
      field.dispatchEvent(
        new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
      );
    }
    document.querySelector<HTMLButtonElement>('form button[type=submit]')?.click();
    for (let waited = 0; waited < 5_000 && !document.querySelector('[aria-invalid=true]'); waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
  },
});
