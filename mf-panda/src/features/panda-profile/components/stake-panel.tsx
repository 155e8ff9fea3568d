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
  /** The stake just completed. */
  thankedFor: LandedStake | null;
  onThankedForChange: (landed: LandedStake | null) => void;
}

/** "Back This Panda": collapsed, open as a form, or showing thanks. Success and Cancel collapse and clear it (spec section 4). */
export function StakePanel({ panda, thankedFor, onThankedForChange }: StakePanelProps) {
  const { t } = useTranslation('mf-panda');
  const [address] = useSearchParams();
  const missing = useGatedCircle(panda.id)?.gate?.missing;
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const thanks = useRef<HTMLDivElement>(null);

  // `?back` opens the form, after the page has received the focus, and takes it over.
  const isAsked = address.has('back');
  useEffect(() => {
    if (!isAsked) return;
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, [isAsked]);

  // Closing the form removes its focused control: the focus returns to the opener. The thanks above scroll into view, because the form
  // was taller.
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      opener.current?.focus();
      thanks.current?.scrollIntoView({ block: 'center' });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (isOpen)
    return (
      <StakeForm
        // Restarts with the gate's missing amount once that is known.
        key={missing}
        panda={panda}
        onCancel={() => setOpen(false)}
        onStaked={(landed) => {
          onThankedForChange(landed);
          setOpen(false);
        }}
      />
    );
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
        // On the member's own Panda, writing is the primary action.
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
