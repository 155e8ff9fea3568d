import { useLocation, useNavigate, useSearchParams } from '@frens/platform';
import { useState } from 'react';

/** What the sign-up form asks: for the account, then about whoever signs up. */
export type SignUpStep = 'account' | 'about';

/** The step of the sign-up form, an entry of its own in the browser's history. A reload leads to the first, where the passwords are missing. */
export function useSignUpStep() {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const [hasAccount, setHasAccount] = useState(false);
  const step: SignUpStep = hasAccount && state?.signUpStep === 'about' ? 'about' : 'account';
  return {
    step,
    goOn() {
      setHasAccount(true);
      setParams(params, { state: { ...state, signUpStep: 'about' } });
    },
    goBack: () => navigate(-1),
    /** Shows the first step again, with what does not fit there. */
    startOver() {
      if (step === 'about') setParams(params, { replace: true, state: { ...state, signUpStep: 'account' } });
    },
  };
}
