/** MIME type logged for a recording (spec section 9). */
export const recordingType = 'audio/wav';

/** An active recording. */
export interface Recording {
  /** Ends it, releases the microphone and logs the audio, which never leaves the browser (D41). */
  stop(): void;
}

/** Whether this page may request a microphone; plain HTTP pages may not. */
export function canRecord(): boolean {
  // The types claim that it always exists; browsers omit it outside secure contexts.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return typeof devices?.getUserMedia === 'function';
}

/**
 * Requests the microphone and starts recording. Rejects if the member or the system denies it.
 *
 * @param onEnd called when it ends, by `stop` or by itself: microphones can be unplugged or revoked
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
