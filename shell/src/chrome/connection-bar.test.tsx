import { buildUser } from '@frens/contract/fixtures';
import { queryClient, queryKeys } from '@frens/platform';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { TroubleBar } from './connection-bar.tsx';

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const status = () => screen.getByRole('status').textContent;

function open(draftBy: string | null, member: ReturnType<typeof buildUser> | null) {
  sessionStorage.setItem('draft:circle', JSON.stringify({ by: draftBy, values: { name: 'Night walkers' } }));
  queryClient.setQueryData(queryKeys.session, member);
  render(
    <TestProviders path="/groups">
      <TroubleBar />
    </TestProviders>,
  );
}

it('says that a draft is kept once its session has ended, until somebody is signed in again (D63)', async () => {
  const robin = buildUser();
  open(robin.id, robin);
  expect(status()).toBe('');
  queryClient.setQueryData(queryKeys.session, null);
  await screen.findByText(/^Your session has ended\. We keep what you typed in this tab/);
  queryClient.setQueryData(queryKeys.session, robin);
  await waitFor(() => expect(status()).toBe(''));
});

it('says nothing of what a visitor typed', () => {
  open(null, null);
  expect(status()).toBe('');
});
