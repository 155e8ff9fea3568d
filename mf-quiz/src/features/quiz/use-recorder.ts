import { toast, useTranslation, withdrawToast } from '@frens/platform';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { canRecord, type Recording, startRecording } from './recording.ts';

const neverChanges = () => () => {};

export interface Recorder {
  /** False where the page can have no microphone; there is no button then. */
  available: boolean;
  status: 'idle' | 'asking' | 'recording' | 'done';
  start(): Promise<void>;
  stop(): void;
}

/** An optional spoken answer. It ends with the lab and never changes the result (D41). */
export function useRecorder(): Recorder {
  // Rendered ahead with its button, which almost every browser has: nothing moves then.
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
      // The member may have gone on while the browser was still asking for the microphone.
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
