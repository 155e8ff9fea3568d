/** Type of the audio that a recording is logged as (spec section 9). */
export const recordingType = 'audio/wav';

/** A recording that is running. */
export interface Recording {
  /** Ends it, frees the microphone and logs the audio. It never leaves the browser (D41). */
  stop(): void;
}

/** Whether this page may ask for a microphone at all; plain http, for one, may not. */
export function canRecord(): boolean {
  // The types promise it everywhere; browsers leave it out of pages that are not secure.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return typeof devices?.getUserMedia === 'function';
}

/**
 * Asks for the microphone and starts to record. Rejects when the member or the machine says no.
 *
 * @param onEnd called once it ends, by `stop` or by itself: a microphone may be unplugged, or taken away in the browser's bar
 */
export async function startRecording(onEnd: () => void): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const freeMicrophone = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const recorder = new MediaRecorder(stream);
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    recorder.onstop = () => {
      freeMicrophone();
      onEnd();
      console.info(
        'Voice response recorded, kept in this browser only',
        new Blob(chunks, { type: recordingType }),
      );
    };
    recorder.start();
    return {
      stop() {
        if (recorder.state !== 'inactive') recorder.stop();
      },
    };
  } catch (cause) {
    freeMicrophone();
    throw cause;
  }
}
