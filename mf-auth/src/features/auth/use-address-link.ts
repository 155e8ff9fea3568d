import { errorCodes } from '@frens/contract/errors';
import { ApiError, forgetSecret, readSecret, serverText } from '@frens/platform';
import { useEffect, useState } from 'react';
import {
  type AddressLinkKind,
  type AddressOutcome,
  addressLinkKinds,
  useRedeemAddressLink,
} from './address-link.queries.ts';
import { useLinkCheck } from './link-check.queries.ts';

/**
 * State of the link. `asking`: awaits a press; `question`: asks whether the account is the reader's; `taken`: another account
 * now has the address; `failed`: the reader can retry.
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

/** Handles the link about an address that opened the page; redeems it once, however often the page renders. */
export function useAddressLink() {
  const [arrival] = useState(readArrival);
  const [state, setState] = useState<AddressState>(() => ({ step: waits(arrival) ? 'asking' : 'working' }));
  const [rescued, setRescued] = useState('');
  const { run, isPending } = useRedeemAddressLink();
  const check = useLinkCheck(
    state.step === 'asking' && arrival ? { purpose: purposes[arrival.kind], token: arrival.token } : null,
  );

  function spend(isMine?: boolean) {
    if (!arrival) return;
    // Forget the token before sending: a second render must not send it again.
    forgetSecret(arrival.kind);
    run(isMine === undefined ? arrival : { ...arrival, isMine }, {
      // A member signed in to the account continues; the toast has confirmed it.
      onSuccess: (outcome) => setState(outcome.step === 'done' && outcome.user ? { step: 'left' } : outcome),
      onError: (error) => setState(refused(error)),
    });
  }

  useEffect(() => {
    // Links that await a press survive a reload.
    if (arrival && readSecret(arrival.kind) !== null && !waits(arrival)) spend();
    // Runs once, for the URL that opened the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function leave() {
    if (arrival) forgetSecret(arrival.kind);
    setState({ step: 'left' });
  }

  // Until the action can run again: it would ignore a press on the next button.
  const settled: AddressState = isPending ? { step: 'working' } : state;
  const shown = settled.step === 'asking' ? first[check] : settled;
  const isOver = shown.step === 'spent' || shown.step === 'done';
  // Shown once: after a reload the page renders without the link.
  useEffect(() => {
    if (arrival && isOver) forgetSecret(arrival.kind);
  }, [arrival, isOver]);

  return {
    kind: arrival?.kind ?? null,
    state: shown,
    spend,
    /** The link that opened the page still needs handling. */
    isArriving: arrival !== null && state.step !== 'left',
    /** The link is about an account with a pending deletion. */
    isFarewell: arrival?.kind === 'keep' && state.step !== 'done' && state.step !== 'left',
    leave,
    /** Continues to a new password for the account that its owner has recovered. */
    choosePassword() {
      setRescued(state.step === 'done' ? (state.email ?? '') : '');
      leave();
    },
    /** The recovered account's address, if known. */
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

/** Undo ends all sessions, stop is final, keep restores an account: mail scanners that open links must not trigger them. */
function waits(arrival: Arrival | null): boolean {
  const isGrave = arrival !== null && ['undo', 'stop', 'keep'].includes(arrival.kind);
  return isGrave || readSecret('mode') === 'confirm';
}

/** Link purposes in the API. */
const purposes = {
  confirm: 'confirm',
  change: 'change-email',
  undo: 'undo-email',
  stop: 'stop-invitations',
  keep: 'keep-account',
} as const satisfies Record<AddressLinkKind, string>;

/** Initial state of a link that awaits a press, by the result of its check. */
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
