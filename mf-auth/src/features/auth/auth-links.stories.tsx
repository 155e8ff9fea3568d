import { MockFailure, mock, mockTokens } from '@frens/contract/mocks';
import { type ScreenStoryOptions, screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

// Pages opened by mailed links, in the order of a member's journey.
export default { title: 'Screens/Sign in by a link' };

const opened = (secrets: Readonly<Record<string, string>>, options: Partial<ScreenStoryOptions> = {}) =>
  screenStory(remote, { path: '/auth', signedIn: false, secrets, ...options });

/** A page opened by a link, after a press on a button. */
const pressed = (kind: string, button: string, then: string, options: Partial<ScreenStoryOptions> = {}) =>
  opened(
    { [kind]: mockTokens.sent },
    {
      async act({ pressNamed, says }) {
        await pressNamed(`mf-auth:address.${button}`);
        await says(`mf-auth:address.${then}.title`);
      },
      ...options,
    },
  );

export const Verifying = opened({ token: mockTokens.sent }, { scenario: 'loading' });
export const Asking = opened({ token: mockTokens.sent, mode: 'confirm' });
export const LinkSpent = opened({ token: mockTokens.expired });
export const LinkSpentHere = opened({ token: mockTokens.expired }, { signedIn: true });
export const LinkFailed = opened({ token: mockTokens.sent }, { scenario: 'refusing' });
export const Switching = opened({ token: mockTokens.other }, { signedIn: true });

export const Resetting = opened({ reset: mockTokens.sent });
export const ResetRefused = opened(
  { reset: mockTokens.sent },
  {
    async act({ send, appear }) {
      await send('input[name=password]', 'abc');
      await appear('[aria-invalid=true]');
    },
  },
);
export const ResetSpent = opened({ reset: mockTokens.expired });

export const ConfirmAsking = opened({ confirm: mockTokens.sent, mode: 'confirm' });
export const Question = opened({ confirm: mockTokens.sent });
export const Confirmed = opened(
  { confirm: mockTokens.sent },
  { mocks: [mock('POST /api/auth/email/confirm', () => ({ status: 'confirmed', user: null }))] },
);
export const Freed = pressed('confirm', 'confirm.question.no', 'confirm.freed');
export const ConfirmTaken = opened(
  { confirm: mockTokens.sent },
  {
    mocks: [
      mock('POST /api/auth/email/confirm', () => {
        throw new MockFailure(409, 'account_exists');
      }),
    ],
    act: ({ says }) => says('mf-auth:address.any.taken.title'),
  },
);
export const ConfirmSpent = opened({ confirm: mockTokens.expired });
export const AddressFailed = opened({ confirm: mockTokens.sent }, { scenario: 'refusing' });

export const ChangeQuestion = opened({ change: mockTokens.sent });
export const Changed = opened(
  { change: mockTokens.sent },
  {
    mocks: [
      mock('POST /api/auth/email/change', () => ({
        status: 'changed',
        email: 'robin@new.example',
        user: null,
      })),
    ],
    act: ({ says }) => says('mf-auth:address.change.done.title'),
  },
);
export const Discarded = pressed('change', 'change.question.no', 'change.discarded');
export const ChangeSpent = opened({ change: mockTokens.expired });

export const Undoing = opened({ undo: mockTokens.sent });
export const Undone = pressed('undo', 'undo.asking.action', 'undo.done');
export const UndoTaken = pressed('undo', 'undo.asking.action', 'undo.taken', {
  mocks: [
    mock('POST /api/auth/email/undo', () => {
      throw new MockFailure(409, 'account_exists');
    }),
  ],
});
export const UndoSpent = opened({ undo: mockTokens.expired });

export const Stopping = opened({ stop: mockTokens.sent });
export const Stopped = pressed('stop', 'stop.asking.action', 'stop.done');
export const StopDone = opened({ stop: mockTokens.done });
export const StopSpent = opened({ stop: mockTokens.expired });

export const Keeping = opened({ keep: mockTokens.sent });
export const KeepingBeside = opened({ keep: mockTokens.sent }, { signedIn: true });
export const Kept = pressed('keep', 'keep.asking.action', 'keep.done');
export const KeptBeside = pressed('keep', 'keep.asking.action', 'keep.done', { signedIn: true });
export const KeepSpent = opened({ keep: mockTokens.expired });
