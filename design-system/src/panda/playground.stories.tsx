import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Panda } from './panda.tsx';
import { type TraitValues, traits } from './traits.ts';

interface Playground extends TraitValues {
  seed: number;
  score: number;
}

const range = (max: number) => ({ control: { type: 'range', min: 0, max, step: 1 } }) as const;

const meta = {
  title: 'Pandas/Playground',
  args: { seed: 1, score: 120, warmth: 80, service: 60, creativity: 50, wisdom: 40, adventure: 30 },
  argTypes: {
    seed: range(999),
    score: range(1000),
    ...Object.fromEntries(traits.map((trait) => [trait, range(100)])),
  },
  render: ({ seed, score, ...values }) => (
    <Panda pandaId={`panda-${seed}`} traits={values} score={score} name={`Panda ${seed}`} size="xl" />
  ),
} satisfies Meta<Playground>;
export default meta;

/** The seed sets proportions and keepsake; traits set background, mood and accessory; the score sets the bamboo. */
export const Sliders: StoryObj<Playground> = {};
