import { useSearchParams } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';
import { useSignUpStep } from './use-sign-up-step.ts';
import { useTab } from './use-tab.ts';

afterEach(cleanup);

it('keeps what was written to the URL just before, as does the next step of the form', async () => {
  function Probe() {
    const [, change] = useSearchParams();
    const { choose } = useTab();
    const { goOn } = useSignUpStep();
    function press() {
      change(new URLSearchParams('next=/groups'));
      choose('register');
      goOn();
    }
    return (
      <button type="button" onClick={press}>
        Press
      </button>
    );
  }
  const { user, location } = await renderRemote(
    { ...remote, routes: [{ path: '/auth', Component: Probe }] },
    { path: '/auth', user: null },
  );
  await user.click(screen.getByRole('button', { name: 'Press' }));
  expect(location()).toBe('/auth?next=%2Fgroups&tab=register');
});
