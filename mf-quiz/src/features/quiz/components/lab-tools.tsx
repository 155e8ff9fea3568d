import { completeLanguageOf } from '@frens/contract/languages';
import { voiceTexts } from '@frens/contract/voice-texts';
import { MicIcon, StopIcon, VolumeIcon } from '@frens/design-system/icons';
import { Button, Cluster, currentLanguage, Text, useTranslation } from '@frens/platform';
import type { Lab } from '../labs.ts';
import { useRecorder } from '../use-recorder.ts';
import { useVoice } from '../use-voice.ts';
import styles from './lab-tools.module.css';

/** Reads a lab aloud or records a spoken answer. Both are optional and do not affect the result (D41). */
export function LabTools({ lab }: { lab: Lab }) {
  const { t } = useTranslation('mf-quiz');
  const voice = useVoice();
  const recorder = useRecorder();
  const recording = recorder.status === 'recording';

  function toggleRecording() {
    if (recording) return recorder.stop();
    // The microphone would record the voice.
    voice.stop();
    void recorder.start();
  }

  return (
    <div>
      <Cluster>
        <Button
          variant="secondary"
          size="sm"
          icon={voice.playing ? <StopIcon /> : <VolumeIcon />}
          onClick={() =>
            voice.playing
              ? voice.stop()
              : voice.play(voiceTexts[completeLanguageOf(currentLanguage())][lab.id] ?? '')
          }
        >
          {t(voice.playing ? 'voice.stop' : 'voice.play')}
        </Button>
        {recorder.available ? (
          <Button
            variant="secondary"
            size="sm"
            icon={recording ? <StopIcon /> : <MicIcon />}
            loading={recorder.status === 'asking'}
            onClick={toggleRecording}
          >
            {t(recording ? 'recording.stop' : 'recording.start')}
          </Button>
        ) : null}
      </Cluster>
      <Text asChild size="sm" tone="muted">
        <p role="status" data-recording={recording || undefined} className={styles.status}>
          {recording ? t('recording.running') : null}
          {recorder.status === 'done' ? t('recording.done') : null}
        </p>
      </Text>
    </div>
  );
}
