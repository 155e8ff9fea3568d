import { toast, useTranslation, withdrawToast } from '@frens/platform';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { canRecord, type Recording, startRecording } from './recording.ts';

const neverChanges = () => () => {};

export interface Recorder {
  /** False if the page cannot use a microphone; hides the button. */
  available: boolean;
  status: 'idle' | 'asking' | 'recording' | 'done';
  start(): Promise<void>;
  stop(): void;
}

/** An optional spoken answer. It ends with the lab and does not affect the result (D41). */
export function useRecorder(): Recorder {
  // Prerendered with the button, since almost every browser supports it: no layout shift.
  const available = useSyncExternalStore(neverChanges, canRecord, () => true);
  const [status, setStatus] = useState<Recorder['status']>('idle');
  const { t } = useTranslation('mf-quiz');
  const current = useRef<Recording | null>(null);
  const left = useRef(false);

  async function start() {
    setStatus('asking');
    withdrawToast(left);
    try {
      const recording = await startRecording(() => {
        current.current = null;
        if (!left.current) setStatus('done');
      });
      // The member may have moved on during the permission prompt.
      if (left.current) return recording.stop();
      current.current = recording;
      setStatus('recording');
    } catch {
      setStatus('idle');
      toast({
        title: t('recording.error.title'),
        description: t('recording.error.text'),
        tone: 'danger',
        about: left,
      });
    }
  }

  function stop() {
    current.current?.stop();
  }

  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      current.current?.stop();
      current.current = null;
    };
  }, []);

  return { available, status, start, stop };
}
