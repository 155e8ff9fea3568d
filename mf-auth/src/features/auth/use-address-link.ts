import { errorCodes } from '@frens/contract/errors';
import { ApiError, forgetSecret, readSecret, serverText } from '@frens/platform';
import { useEffect, useState } from 'react';
import {
  type AddressLinkKind,
  type AddressOutcome,
  addressLinkKinds,
  useSpendAddressLink,
} from './address-link.queries.ts';
import { useLinkCheck } from './link-check.queries.ts';

/**
 * Where the page is with a link about an address. `asking`: it waits for a press; `question`: is this account yours?; `taken`: the
 * address has another account by now; `failed`: it can be tried again.
 */
export type AddressState =
  | { step: 'working' | 'asking' | 'spent' | 'taken' | 'left' }
  | { step: 'failed'; reason: string }
  | AddressOutcome;

interface Arrival {
  kind: AddressLinkKind;
  token: string;
}

export type AddressLink = ReturnType<typeof useAddressLink>;

/** Dealing with a link about an address that the page was opened with: once, however often the page is rendered. */
export function useAddressLink() {
  const [arrival] = useState(readArrival);
  const [state, setState] = useState<AddressState>(() => ({ step: waits(arrival) ? 'asking' : 'working' }));
  const [rescued, setRescued] = useState('');
  const { run, isPending } = useSpendAddressLink();
  const check = useLinkCheck(
    state.step === 'asking' && arrival ? { purpose: purposes[arrival.kind], token: arrival.token } : null,
  );

  function spend(isMine?: boolean) {
    if (!arrival) return;
    // Before it is sent: whatever is rendered twice finds nothing to send.
    forgetSecret(arrival.kind);
    run(isMine === undefined ? arrival : { ...arrival, isMine }, {
      // Whoever is signed in to the account goes on; the toast has said it.
      onSuccess: (outcome) => setState(outcome.step === 'done' && outcome.user ? { step: 'left' } : outcome),
      onError: (error) => setState(refused(error)),
    });
  }

  useEffect(() => {
    // One that waits for a press outlives a reload.
    if (arrival && readSecret(arrival.kind) !== null && !waits(arrival)) spend();
    // Once for the address that the page was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function leave() {
    if (arrival) forgetSecret(arrival.kind);
    setState({ step: 'left' });
  }

  // Until another run can begin: a press on what comes next would be lost.
  const settled: AddressState = isPending ? { step: 'working' } : state;
  const shown = settled.step === 'asking' ? first[check] : settled;
  const isOver = shown.step === 'spent' || shown.step === 'done';
  // Said once: a reload shows the page as it is without a link.
  useEffect(() => {
    if (arrival && isOver) forgetSecret(arrival.kind);
  }, [arrival, isOver]);

  return {
    kind: arrival?.kind ?? null,
    state: shown,
    spend,
    /** The page was opened by such a link and is not done with it. */
    isArriving: arrival !== null && state.step !== 'left',
    /** It asks about an account that ends. */
    isFarewell: arrival?.kind === 'keep' && state.step !== 'done' && state.step !== 'left',
    leave,
    /** Goes on to a new password for the account that was given back to its owner. */
    choosePassword() {
      setRescued(state.step === 'done' ? (state.email ?? '') : '');
      leave();
    },
    /** Its address, where that is known. */
    rescued,
  };
}

function readArrival(): Arrival | null {
  for (const kind of addressLinkKinds) {
    const token = readSecret(kind);
    if (token !== null) return { kind, token };
  }
  return null;
}

/** Undoing signs everybody out, stopping is for good, keeping brings an account back: no program that opens the links of mails may do it. */
function waits(arrival: Arrival | null): boolean {
  const isGrave = arrival !== null && ['undo', 'stop', 'keep'].includes(arrival.kind);
  return isGrave || readSecret('mode') === 'confirm';
}

/** What the server calls the kinds of links. */
const purposes = {
  confirm: 'confirm',
  change: 'change-email',
  undo: 'undo-email',
  stop: 'stop-invitations',
  keep: 'keep-account',
} as const satisfies Record<AddressLinkKind, string>;

/** What a link that waits shows, by what is known of it. */
const first = {
  checking: { step: 'working' },
  usable: { step: 'asking' },
  done: { step: 'done', user: null },
  dead: { step: 'spent' },
} as const satisfies Record<ReturnType<typeof useLinkCheck>, AddressState>;

function refused(error: Error): AddressState {
  const code = error instanceof ApiError ? error.code : null;
  if (code === errorCodes.invalidToken) return { step: 'spent' };
  if (code === errorCodes.accountExists) return { step: 'taken' };
  return { step: 'failed', reason: serverText(error) };
}
