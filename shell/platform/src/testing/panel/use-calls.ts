import { useEffect, useState } from 'react';
import { called, type SeenCall, thrown } from '../watch-calls.ts';

const memory = 'mock-calls';
const most = 300;

/** The calls and errors of the pages in the frame, including those before a reload. */
export function useCalls() {
  const [calls, setCalls] = useState<readonly SeenCall[]>(() =>
    JSON.parse(sessionStorage.getItem(memory) ?? '[]'),
  );
  const [errors, setErrors] = useState<readonly string[]>([]);

  useEffect(() => {
    const hear = (event: Event) =>
      setCalls((before) => addCall(before, (event as CustomEvent<SeenCall>).detail));
    const hearThrown = (event: Event) =>
      setErrors((before) => [...before, (event as CustomEvent<string>).detail].slice(-5));
    addEventListener(called, hear);
    addEventListener(thrown, hearThrown);
    return () => {
      removeEventListener(called, hear);
      removeEventListener(thrown, hearThrown);
    };
  }, []);
  useEffect(() => {
    const keep = () => {
      try {
        sessionStorage.setItem(memory, JSON.stringify(calls.slice(-100)));
      } catch {
        // There is no room: they end with the page.
      }
    };
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, [calls]);
  function clear(): void {
    setCalls([]);
    setErrors([]);
  }
  return { calls, errors, clear };
}

/** A call that begins or ends; what an earlier document still waits for has gone with it, and all of an earlier choice. */
export function addCall(calls: readonly SeenCall[], call: SeenCall): SeenCall[] {
  const ofChoice = calls.filter(({ choice }) => choice === call.choice);
  const others = ofChoice.map((one) =>
    one.took === undefined && one.document !== call.document
      ? { ...one, took: call.begun - one.begun, failure: 'The page was left.' }
      : one,
  );
  const at = others.findIndex(({ id }) => id === call.id);
  return at === -1 ? [...others, call].slice(-most) : others.with(at, call);
}
