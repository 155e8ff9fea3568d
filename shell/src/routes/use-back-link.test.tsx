import { Link } from '@frens/platform';
import { TestProviders } from '@frens/platform/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useWayBack } from './use-back-link.ts';

afterEach(cleanup);

const page = (path: string) => ({ path, access: 'member' as const, frame: 'full' as const, secrets: [] });
const remotes = {
  find: (path: string) => (path === '/v2/browse' ? { name: 'mf-social', page: page(path) } : null),
};

function Site() {
  return (
    <>
      <output>{useWayBack(remotes) ?? 'none'}</output>
      {['/v2/dashboard?tab=matches', '/panda', '/panda/1', '/browse'].map((path) => (
        <Link key={path} to={path}>
          {path}
        </Link>
      ))}
    </>
  );
}

it('leads back to the /v2 frame from pages that have no twin there, until another frame is chosen', () => {
  render(
    <TestProviders path="/panda">
      <Site />
    </TestProviders>,
  );
  const seen = (path: string) => {
    fireEvent.click(screen.getByRole('link', { name: path }));
    return screen.getByRole('status').textContent;
  };
  expect(screen.getByRole('status').textContent).toBe('none');
  expect(seen('/v2/dashboard?tab=matches')).toBe('none');
  expect(seen('/panda')).toBe('/v2/dashboard?tab=matches');
  expect(seen('/panda/1')).toBe('/v2/dashboard?tab=matches');
  expect(seen('/browse')).toBe('none');
  expect(seen('/panda')).toBe('none');
});
