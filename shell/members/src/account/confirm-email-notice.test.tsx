import { buildUser } from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { addTexts, i18n, queryClient, queryKeys } from '@frens/platform';
import { startTestTexts, TestProviders, useToasts } from '@frens/platform/testing';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { memberTexts } from '../texts.ts';
import { ConfirmEmailNotice, type ConfirmEmailNoticeProps } from './confirm-email-notice.tsx';

let asked = 0;
const user = buildUser({ emailVerified: false, email: 'maya@example.org' });
const server = setupServer(
  mock('POST /api/account/confirmation', () => {
    asked += 1;
  }),
  mock('GET /api/user', () => ({ ...user, emailVerified: true, unread: { unread: 0, places: {} } })),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await startTestTexts();
  await addTexts('members', memberTexts);
});
beforeEach(async () => {
  asked = 0;
  await i18n.changeLanguage('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});
afterAll(() => server.close());

function show(member: typeof user, reason: ConfirmEmailNoticeProps['reason'] = 'stake') {
  queryClient.setQueryData(queryKeys.session, member);
  return render(
    <TestProviders path="/">
      <ConfirmEmailNotice reason={reason} />
    </TestProviders>,
  );
}

it('says what is withheld here, sends the link again, and goes once the address is confirmed', async () => {
  const page = show(user);
  expect(screen.getByText(/count towards its score once you confirm maya@example\.org/));
  expect(screen.getByRole('link', { name: 'Wrong address?' }).getAttribute('href')).toBe('/profile');
  const { violations } = await axe.run(page.container);
  expect(violations.map(({ id }) => id)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
  await expect.poll(() => page.container.textContent).toBe('');
  expect(asked).toBe(1);
  expect(useToasts.getState().current?.title).toBe('Link sent');
});

it('goes once the address was confirmed elsewhere and its reader is back', async () => {
  const page = show(user);
  expect(screen.getByRole('button', { name: 'Send the link again' })).toBeTruthy();
  dispatchEvent(new Event('focus'));
  await expect.poll(() => page.container.textContent).toBe('');
  expect(asked).toBe(0);
});

it('asks for an address where there is none', () => {
  show({ ...user, email: '' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Add another one' })).toBeTruthy();
});

it('is nothing for who has confirmed theirs', () => {
  expect(show({ ...user, emailVerified: true }).container.textContent).toBe('');
});
