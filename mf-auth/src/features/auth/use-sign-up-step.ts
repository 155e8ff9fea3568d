import { useLocation, useNavigate, useSearchParams } from '@frens/platform';
import { useState } from 'react';

/** Steps of the sign-up form: the account, then the person. */
export type SignUpStep = 'account' | 'about';

/** The sign-up step, as a history entry of its own. A reload starts at the first step, because passwords are not kept. */
export function useSignUpStep() {
  const { state } = useLocation();
  const [, setParams] = useSearchParams();
  const navigate = useNavigate();
  const [hasAccount, setHasAccount] = useState(false);
  const step: SignUpStep = hasAccount && state?.signUpStep === 'about' ? 'about' : 'account';
  return {
    step,
    goOn() {
      setHasAccount(true);
      setParams((current) => current, { state: { ...state, signUpStep: 'about' } });
    },
    goBack: () => navigate(-1),
    /** Returns to the first step, which shows the invalid fields. */
    startOver() {
      if (step === 'about')
        setParams((current) => current, { replace: true, state: { ...state, signUpStep: 'account' } });
    },
  };
}
