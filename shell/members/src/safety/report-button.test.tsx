import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { addTexts, i18n, queryClient, queryKeys } from '@frens/platform';
import { startTestTexts, TestProviders, useToasts } from '@frens/platform/testing';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { memberTexts } from '../texts.ts';
import { ReportButton, type ReportButtonProps } from './report-button.tsx';

const sent: unknown[] = [];
const server = setupServer();
const taking = () => [
  mock('POST /api/reports', ({ body }) => {
    sent.push(body);
    return { id: 'r1' };
  }),
  mock('POST /api/users/:id/block', ({ params }) => {
    sent.push(`block ${params.id}`);
  }),
];
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await startTestTexts();
  await addTexts('members', memberTexts);
});
beforeEach(async () => {
  sent.length = 0;
  server.resetHandlers(...taking());
  useToasts.getState().clear();
  await i18n.changeLanguage('en');
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  queryClient.clear();
});
afterAll(() => server.close());

const person: ReportButtonProps = { type: 'user', id: 'maya', name: 'Maya Okafor' };
const post: ReportButtonProps = { type: 'content', id: 'p1', name: 'this post', compact: true };
const onDone = vi.fn<NonNullable<ReportButtonProps['onDone']>>();

/** Opens the sheet as a member does, by the keyboard. */
async function open(props: ReportButtonProps) {
  onDone.mockClear();
  queryClient.setQueryData(queryKeys.session, buildUser());
  render(
    <TestProviders path="/">
      <ReportButton {...props} onDone={onDone} />
    </TestProviders>,
  );
  const user = userEvent.setup();
  const opener = screen.getByRole('button');
  opener.focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog');
  return { user, opener, dialog: within(dialog), element: dialog };
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the sheet of safety', () => {
  it('reports and blocks a person at once, says what happens next, and hands over when put away', async () => {
    const { user, dialog, opener, element } = await open(person);
    expect((await axe.run(element)).violations.map(({ id }) => id)).toEqual([]);
    await press('Send report');
    expect(await dialog.findByText('Please choose a reason')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.selectOptions(dialog.getByLabelText(/^What is wrong/), 'Spam or advertising');
    await user.type(dialog.getByLabelText('What happened?'), 'Ads.');
    await user.click(dialog.getByRole('switch', { name: 'Block Maya Okafor as well' }));
    await press('Send report');
    const heading = await dialog.findByRole('heading', { name: 'Thank you for your report' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const next = within(dialog.getByRole('list', { name: 'What happens next' }));
    expect(next.getByText('You and Maya Okafor can no longer see each other.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Block Maya Okafor as well' })).toBeNull();
    expect((await axe.run(element)).violations.map(({ id }) => id)).toEqual([]);
    expect(onDone).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onDone.mock.calls).toEqual([[{ isBlocked: true }]]);
    expect(document.activeElement).toBe(opener);
    const body = { subjectType: 'user', subjectId: 'maya', reason: 'spam', details: 'Ads.', alsoBlock: true };
    expect(sent).toEqual([body]);
  });

  it('blocks without a report', async () => {
    const { user, dialog } = await open(person);
    await user.click(dialog.getByRole('radio', { name: /^Only block/ }));
    await press('Block Maya Okafor');
    expect(await dialog.findByRole('heading', { name: 'Maya Okafor is blocked' })).toBeTruthy();
    await press('Done');
    expect([sent, onDone.mock.calls]).toEqual([['block maya'], [[{ isBlocked: true }]]]);
  });

  it('blocks whom one has reported, afterwards', async () => {
    const { user, dialog } = await open(person);
    await user.selectOptions(dialog.getByLabelText(/^What is wrong/), 'Hate');
    await press('Send report');
    await dialog.findByText('You won’t see Maya Okafor in your lists any more.');
    await press('Block Maya Okafor as well');
    expect(await dialog.findByText('You and Maya Okafor can no longer see each other.')).toBeTruthy();
    expect(dialog.getByRole('heading', { name: 'Thank you for your report' })).toBe(document.activeElement);
    expect(sent).toHaveLength(2);
  });

  it('reports a thing without a block', async () => {
    const { user, dialog } = await open(post);
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(dialog.queryByRole('switch')).toBeNull();
    await user.selectOptions(dialog.getByLabelText(/^What is wrong/), 'Something else');
    await press('Send report');
    expect(await dialog.findByText('You won’t see this post in your lists any more.')).toBeTruthy();
    expect(sent).toEqual([{ subjectType: 'content', subjectId: 'p1', reason: 'other', details: '' }]);
  });

  it('stays open while it is sent, and says what failed with what was typed still there', async () => {
    let refuse = (): void => undefined;
    const waits = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    server.use(
      mock('POST /api/reports', async () => {
        await waits;
        throw new MockFailure(503, 'unavailable');
      }),
    );
    const { user, dialog } = await open(person);
    await user.selectOptions(dialog.getByLabelText(/^What is wrong/), 'Hate');
    await press('Send report');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    refuse();
    await waitFor(() => expect(useToasts.getState().current?.title).toBe('We couldn’t send your report'));
    expect(dialog.getByLabelText(/^What is wrong/)).toHaveProperty('value', 'hate');
    server.resetHandlers(...taking());
    await press('Send report');
    expect(await dialog.findByRole('heading', { name: 'Thank you for your report' })).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it('fails at once while offline, at its place, and blocks when pressed again', async () => {
    server.use(http.post('*/api/users/:id/block', () => HttpResponse.error()));
    const { user, dialog } = await open(person);
    await user.click(dialog.getByRole('radio', { name: /^Only block/ }));
    await press('Block Maya Okafor');
    await waitFor(() => expect(useToasts.getState().current?.title).toBe('We couldn’t block this fren'));
    server.resetHandlers(...taking());
    await press('Block Maya Okafor');
    expect(await dialog.findByRole('heading', { name: 'Maya Okafor is blocked' })).toBeTruthy();
  });

  it('keeps what was typed when it is put away unsent, also over a reload (D63), and tells nobody', async () => {
    const { user, dialog, opener } = await open(person);
    await user.type(dialog.getByLabelText('What happened?'), 'Half a');
    await user.keyboard('{Escape}');
    expect(onDone).not.toHaveBeenCalled();
    await user.click(opener);
    expect(await screen.findByLabelText('What happened?')).toHaveProperty('value', 'Half a');
    cleanup();
    const again = await open(person);
    expect(again.dialog.getByLabelText('What happened?')).toHaveProperty('value', 'Half a');
  });

  it('speaks Spanish', async () => {
    await i18n.changeLanguage('es');
    await open(person);
    expect(screen.getByRole('dialog', { name: 'Denunciar o bloquear a Maya Okafor' })).toBeTruthy();
    cleanup();
    const { dialog } = await open({ type: 'panda', id: 'p1', name: 'Oleaje Tierno' });
    expect(screen.getByRole('dialog', { name: 'Denunciar a Oleaje Tierno' })).toBeTruthy();
    expect(dialog.getByRole('form', { name: 'Denunciar a Oleaje Tierno' })).toBeTruthy();
  });

  it('is nothing for visitors', () => {
    queryClient.setQueryData(queryKeys.session, null);
    const { container } = render(
      <TestProviders path="/">
        <ReportButton {...person} />
      </TestProviders>,
    );
    expect(container.textContent).toBe('');
  });
});
