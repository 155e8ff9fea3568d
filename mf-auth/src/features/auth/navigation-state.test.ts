import { expect, it } from 'vitest';
import { readNavigationState } from './navigation-state.ts';

it('reads the state passed by the landing page (D51)', () => {
  const navigationState = {
    email: 'maya@example.org',
    connectionType: 'service_partners',
    toSee: 'Gentle Forest',
    toJoin: 'Repair Café Crew',
  };
  expect(readNavigationState(navigationState)).toEqual(navigationState);
});

it.each([
  [null],
  [undefined],
  ['maya@example.org'],
  [{}],
  [{ email: 7, connectionType: 7, toSee: 7, toJoin: 7 }],
  [{ email: ['a@b'], connectionType: 'mentorship' }],
])('starts empty with %j', (state) => {
  expect(readNavigationState(state)).toEqual({ email: '', connectionType: null, toSee: '', toJoin: '' });
});
