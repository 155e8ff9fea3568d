import { expect, it } from 'vitest';
import { readNavigationState } from './navigation-state.ts';

it('reads the state passed by other pages', () => {
  const navigationState = { toSee: 'Gentle Forest', toJoin: 'Repair Café Crew' };
  expect(readNavigationState(navigationState)).toEqual(navigationState);
});

it.each([[null], [undefined], ['maya@example.org'], [{}], [{ toSee: 7, toJoin: 7 }]])(
  'starts empty with %j',
  (state) => {
    expect(readNavigationState(state)).toEqual({ toSee: '', toJoin: '' });
  },
);
