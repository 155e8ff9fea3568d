import type { Panda } from '@frens/contract';
import { HandHeartIcon } from '@frens/design-system/icons';
import { Button, useSearchParams, useTranslation } from '@frens/platform';
import { useEffect, useRef, useState } from 'react';
import { GatedCircleNotice } from '../../../components/gated-circle-note.tsx';
import { useGatedCircle } from '../../../components/use-gated-circle.ts';
import { type LandedStake, StakeForm } from './stake-form.tsx';
import { StakeThanks } from './stake-thanks.tsx';

interface StakePanelProps {
  panda: Panda;
  /** The stake that has just landed. */
  thankedFor: LandedStake | null;
  onThankedForChange: (landed: LandedStake | null) => void;
}

/** "Back This Panda": collapsed, open as a form, or thanking; success and Cancel collapse and clear (spec section 4). */
export function StakePanel({ panda, thankedFor, onThankedForChange }: StakePanelProps) {
  const { t } = useTranslation('mf-panda');
  const [address] = useSearchParams();
  const missing = useGatedCircle(panda.id)?.gate?.missing;
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const thanks = useRef<HTMLDivElement>(null);

  // Whoever came to back it finds the form open. It opens once the page has the focus, and takes it from there.
  const isAsked = address.has('back');
  useEffect(() => {
    if (!isAsked) return;
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, [isAsked]);

  // The form takes its focused control away when it closes; the focus goes back to where it was opened, and the thanks above that come
  // into view: the form was higher than they are.
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      opener.current?.focus();
      thanks.current?.scrollIntoView({ block: 'center' });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (isOpen) {
    return (
      <StakeForm
        // Begins anew with what a circle's gate asks for, once that is known.
        key={missing}
        panda={panda}
        onCancel={() => setOpen(false)}
        onStaked={(landed) => {
          onThankedForChange(landed);
          setOpen(false);
        }}
      />
    );
  }
  return (
    <>
      {thankedFor === null ? null : (
        <>
          <StakeThanks ref={thanks} name={panda.name} landed={thankedFor} />
          <GatedCircleNotice pandaId={panda.id} />
        </>
      )}
      <Button
        ref={opener}
        fullWidth
        size="lg"
        // On one's own, writing comes first.
        variant={panda.isMine ? 'secondary' : 'celebrate'}
        icon={<HandHeartIcon />}
        aria-expanded={false}
        onClick={() => {
          onThankedForChange(null);
          setOpen(true);
        }}
      >
        {t('profile.stake.open')}
      </Button>
    </>
  );
}
