import { Link, Navigate, NavLink, useNavigate } from '@frens/platform';
import { PathInFrameProvider } from '@frens/platform/internal';
import { TestProviders } from '@frens/platform/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { usePathInFrame } from './use-path-in-frame.ts';

afterEach(cleanup);

const page = (path: string) => ({ path, access: 'member' as const, frame: 'full' as const, secrets: [] });
const remotes = {
  find: (path: string) => (/^(\/v2)?\/browse$/.test(path) ? { name: 'mf-social', page: page(path) } : null),
};

function Page() {
  const { pathname, search } = useLocation();
  const [isLeft, setLeft] = useState(false);
  return (
    <PathInFrameProvider value={usePathInFrame(remotes, pathname)}>
      <output>{pathname + search}</output>
      {['/browse?q=a', '/v2/browse', '/panda', '#part'].map((path) => (
        <Link key={path} to={path}>
          {path}
        </Link>
      ))}
      <NavLink to="/browse?q=a">entry</NavLink>
      <Opener />
      <button type="button" onClick={() => setLeft(true)}>
        lead on
      </button>
      {isLeft ? <Navigate to="/browse?q=a" /> : null}
    </PathInFrameProvider>
  );
}

function Opener() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate('/browse?q=a')}>
      open
    </button>
  );
}

const show = (path: string) =>
  render(
    <TestProviders path={path}>
      <Page />
    </TestProviders>,
  );
const targets = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

it('leads inside the /v2 frame to twins, and leaves what has none as it is', () => {
  show('/v2/dashboard');
  expect(targets()).toEqual([
    '/v2/browse?q=a',
    '/v2/browse',
    '/panda',
    '/v2/dashboard#part',
    '/v2/browse?q=a',
  ]);
});

it('leads outside of it where the link says', () => {
  show('/dashboard');
  expect(targets()).toEqual(['/browse?q=a', '/v2/browse', '/panda', '/dashboard#part', '/browse?q=a']);
});

it.each(['open', 'lead on'])('holds for what is no link: %s', (way) => {
  show('/v2/dashboard');
  fireEvent.click(screen.getByRole('button', { name: way }));
  expect(screen.getByRole('status').textContent).toBe('/v2/browse?q=a');
});
