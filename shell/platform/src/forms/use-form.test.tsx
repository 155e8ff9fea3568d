import { CreateCircleBody } from '@frens/contract/circles';
import { ApiError } from '@frens/contract/errors';
import { buildUser } from '@frens/contract/fixtures';
import type { Language } from '@frens/contract/languages';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, queryClient } from '../current-platform.ts';
import { session, sessionQuery } from '../session.ts';
import { startTestTexts, TestProviders } from '../testing/index.ts';
import { useAction } from '../use-action.ts';
import { hasDraft } from './draft-storage.ts';
import { FormSummary } from './form-summary.tsx';
import { type FormAction, useForm } from './use-form.ts';

const member = buildUser();
const rules = () => Promise.resolve(CreateCircleBody);

beforeEach(async () => {
  await startTestTexts();
  sessionStorage.clear();
  queryClient.setQueryData(sessionQuery.queryKey, member);
});
afterEach(cleanup);

interface Props {
  send: (body: unknown) => Promise<unknown>;
  draft?: string;
  amounts?: readonly 'description'[];
  rules?: Parameters<typeof useForm>[0]['rules'];
  action?: FormAction<unknown, unknown>;
}

function Form(props: Props) {
  return (
    <TestProviders path="/">
      <Fields {...props} />
    </TestProviders>
  );
}

function Fields({ send, ...options }: Props) {
  const form = useForm({
    initial: { name: '', description: '', password: '' },
    rules,
    action: useAction({ send }),
    ...options,
  });
  return (
    <form {...form.props}>
      {(['name', 'description', 'password'] as const).map((name) => {
        const { error, ...field } = form.field(name);
        return (
          <input
            key={name}
            aria-label={name}
            aria-invalid={error ? true : undefined}
            title={error}
            {...field}
          />
        );
      })}
      <button type="submit">{form.isSending ? 'sending' : 'send'}</button>
      <FormSummary form={form} />
      <output>{form.isDirty ? 'dirty' : 'clean'}</output>
    </form>
  );
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const refusal = (fields: Record<string, string>) =>
  new ApiError({ status: 400, code: 'invalid', serverMessage: 'Please check the marked fields.', fields });

it("says what the contract's rules say, sends nothing, and stands at the first field", async () => {
  const send = vi.fn();
  render(<Form send={send} />);
  await userEvent.type(box('description'), 'x'.repeat(3));
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(document.activeElement).toBe(box('name')));
  expect(box('name').title).toBe('Please give your circle a name');
  expect(send).not.toHaveBeenCalled();
  await userEvent.type(box('name'), 'T');
  expect(box('name').title).toBe('');
});

it('sends once, however often it is submitted before the answer', async () => {
  let answer: () => void = () => undefined;
  const send = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  render(<Form send={send} />);
  await userEvent.type(box('name'), 'Tea{Enter}{Enter}');
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe('sending'));
  await userEvent.keyboard('{Enter}');
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status').textContent).toBe('dirty');
  answer();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('clean'));
});

it('locks by itself, whatever sends it', async () => {
  const runAsync = vi.fn(() => new Promise<never>(() => undefined));
  render(<Form send={vi.fn()} action={{ isPending: false, runAsync }} />);
  await userEvent.type(box('name'), 'Tea{Enter}{Enter}');
  await waitFor(() => expect(screen.getByRole('button').textContent).toBe('sending'));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(runAsync).toHaveBeenCalledTimes(1));
});

it("shows the server's word at its fields, those inside a list included, and the rest in the summary", async () => {
  const send = vi
    .fn()
    .mockRejectedValueOnce(refusal({ 'description.3': 'Not this word.', name: 'Taken.' }))
    .mockRejectedValueOnce(refusal({ gatePandaId: 'There is no such Panda.' }));
  render(<Form send={send} />);
  await userEvent.type(box('name'), 'Tea{Enter}');
  expect(await screen.findByText('2 fields need another look.')).toBeTruthy();
  expect([box('name').title, box('description').title]).toEqual(['Taken.', 'Not this word.']);
  expect(document.activeElement).toBe(box('name'));
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('There is no such Panda.')).toBeTruthy();
});

it('asks the server while the rules cannot be fetched', async () => {
  const send = vi.fn().mockRejectedValue(refusal({ name: 'From the server.' }));
  const fetchRules = vi.fn(rules).mockRejectedValue(new Error('offline'));
  render(<Form send={send} rules={fetchRules} />);
  await userEvent.type(box('description'), 'Tea{Enter}');
  await waitFor(() => expect(box('name').title).toBe('From the server.'));
  fetchRules.mockImplementation(rules);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(box('name').title).toBe('Please give your circle a name'));
  expect(send).toHaveBeenCalledTimes(1);
});

it('keeps a draft over a session that ended, but never a password, nor for anybody else (D63)', async () => {
  const failed = new ApiError({ status: 401, code: 'signed_out', serverMessage: 'Please sign in.' });
  const { unmount } = render(<Form send={() => Promise.reject(failed)} draft="circle" />);
  await userEvent.type(box('name'), 'Tea');
  await userEvent.type(box('password'), 'bamboo-7{Enter}');
  expect(await screen.findByText('Please sign in.')).toBeTruthy();
  unmount();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('bamboo-7');

  queryClient.setQueryData(sessionQuery.queryKey, null);
  expect(hasDraft('circle')).toBe(false);
  session.signedIn(member);
  const again = render(<Form send={() => Promise.resolve()} draft="circle" />);
  expect([box('name').value, box('password').value]).toEqual(['Tea', '']);
  again.unmount();

  session.signedIn(buildUser({ id: 'somebody-else' }));
  expect(hasDraft('circle')).toBe(false);
  session.signedIn(member);
  expect(hasDraft('circle')).toBe(false);
});

it('writes amounts as the language does to which it is switched, also those that were kept', async () => {
  const view = () => render(<Form send={() => Promise.resolve()} draft="circle" amounts={['description']} />);
  const speak = (language: Language) => act(() => i18n.changeLanguage(language));
  const { unmount } = view();
  await userEvent.type(box('name'), '1.5');
  await userEvent.type(box('description'), '12.5');
  await speak('es');
  expect([box('name').value, box('description').value]).toEqual(['1.5', '12,50']);
  unmount();
  await speak('en');
  view();
  expect([box('name').value, box('description').value]).toEqual(['1.5', '12.50']);
});

it('forgets a draft that was sent', async () => {
  render(<Form send={() => Promise.resolve()} draft="circle" />);
  await userEvent.type(box('name'), 'Tea');
  expect(hasDraft('circle')).toBe(true);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(hasDraft('circle')).toBe(false));
});

it('forgets a draft that was sent, also when its page is left before the answer', async () => {
  let answer: () => void = () => undefined;
  const send = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const { unmount } = render(<Form send={send} draft="circle" />);
  await userEvent.type(box('name'), 'Tea{Enter}');
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  unmount();
  expect(hasDraft('circle')).toBe(true);
  answer();
  await waitFor(() => expect(hasDraft('circle')).toBe(false));
});

it('keeps no draft of what was typed and taken back', async () => {
  render(<Form send={() => Promise.resolve()} draft="circle" />);
  await userEvent.type(box('name'), 'T');
  expect(hasDraft('circle')).toBe(true);
  await userEvent.type(box('name'), '{Backspace}');
  expect(hasDraft('circle')).toBe(false);
});
