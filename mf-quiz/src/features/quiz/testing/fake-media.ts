import { vi } from 'vitest';

/** A fake utterance that records its settings. */
export class FakeUtterance extends EventTarget {
  lang = '';
  rate = 1;
  pitch = 1;
  volume = 1;
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** Stubs silent speech synthesis. */
export function stubSpeech() {
  const speech = { speak: vi.fn<(utterance: FakeUtterance) => void>(), cancel: vi.fn<() => void>() };
  vi.stubGlobal('speechSynthesis', speech);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  return speech;
}

/** A fake audio element; tests can end it. */
export class FakeAudio extends EventTarget {
  static made: FakeAudio[] = [];
  readonly play = vi.fn<() => Promise<void>>(() => Promise.resolve());
  readonly pause = vi.fn<() => void>();
  readonly src: string;
  constructor(src: string) {
    super();
    this.src = src;
    FakeAudio.made.push(this);
  }
}

/** Stubs silent audio playback. */
export function stubAudio() {
  FakeAudio.made = [];
  vi.stubGlobal('Audio', FakeAudio);
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  return { made: FakeAudio.made, revoke };
}

/** Stubs a microphone; `allow` answers the permission request. */
export function stubMicrophone(allow: () => Promise<void> = () => Promise.resolve()) {
  const track = { stop: vi.fn<() => void>() };
  const getUserMedia = vi.fn<
    (wanted: MediaStreamConstraints) => Promise<{ getTracks: () => (typeof track)[] }>
  >(async () => {
    await allow();
    return { getTracks: () => [track] };
  });
  let end = () => {};
  class FakeRecorder {
    state = 'inactive';
    ondataavailable: ((event: { data: Blob }) => void) | null = null;
    onstop: (() => void) | null = null;
    start() {
      this.state = 'recording';
      end = () => this.stop();
    }
    stop() {
      this.state = 'inactive';
      this.ondataavailable?.({ data: new Blob(['sound']) });
      this.onstop?.();
    }
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  /** Ends the recording, as browsers do when its last track ends. */
  return { getUserMedia, track, end: () => end() };
}

/** Removes the microphone; `vi.unstubAllGlobals()` does the rest. */
export function removeMicrophone(): void {
  Reflect.deleteProperty(navigator, 'mediaDevices');
}

/** Stubs media queries; only the given ones match. */
export function stubMedia(...matching: string[]): void {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: matching.includes(media) }),
  );
}
