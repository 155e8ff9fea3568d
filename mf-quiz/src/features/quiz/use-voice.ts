import { currentLanguage } from '@frens/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readAloud } from './read-aloud.ts';
import type { Speech } from './speech.ts';

/** How long after its end a voice still counts as playing, in milliseconds (spec section 4). */
const playingGrace = 100;

export interface Voice {
  playing: boolean;
  play(text: string): void;
  stop(): void;
}

/** Reads texts aloud in the page's language. Stops when the tab is hidden, or the page or lab is left. */
export function useVoice(): Voice {
  const [playing, setPlaying] = useState(false);
  const current = useRef<Speech | null>(null);

  function stop() {
    current.current?.stop();
    current.current = null;
    setPlaying(false);
  }

  function play(text: string) {
    const speech = readAloud(text, currentLanguage(), () => {
      setTimeout(() => {
        if (current.current === speech) stop();
      }, playingGrace);
    });
    current.current = speech;
    setPlaying(true);
  }

  const fallSilent = useEffectEvent(stop);
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') fallSilent();
    };
    const onLeave = () => fallSilent();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', onLeave);
      current.current?.stop();
      current.current = null;
    };
  }, []);

  return { playing, play, stop };
}
