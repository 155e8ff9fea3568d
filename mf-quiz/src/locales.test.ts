import { optionsOf } from '@frens/contract/panda-scoring';
import { voiceTexts } from '@frens/contract/voice-texts';
import { expect, it } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import { labs, stepsPerLab } from './features/quiz/labs.ts';

it('has every text of every lab', () => {
  const words: Record<string, { step: object; option: object }> = en.lab;
  for (const { id } of labs) {
    const lab = words[id];
    expect(Object.keys(lab ?? {})).toEqual(expect.arrayContaining(['title', 'description']));
    for (const texts of Object.values(voiceTexts)) expect(texts[id]).toBeTruthy();
    expect(Object.keys(lab?.step ?? {})).toHaveLength(stepsPerLab);
    expect(Object.keys(lab?.option ?? {}).sort()).toEqual([...optionsOf(id)].sort());
  }
});
