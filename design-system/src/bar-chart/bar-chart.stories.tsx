import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { BarChart } from './bar-chart.tsx';

const meta = {
  title: 'Display/BarChart',
  component: BarChart,
  args: {
    label: 'How the score is made up',
    bars: [
      { label: 'Vibe quiz taken', value: 50, hue: 'plum' },
      { label: 'BAMBOO staked by others', value: 81.2, hue: 'persimmon' },
      { label: 'Frens who back it', value: 42.4, hue: 'bamboo' },
      { label: 'Connections of its owner', value: 13.9, hue: 'sky' },
      { label: 'Introductions by its owner', value: 0, hue: 'honey' },
    ],
    valueText: (value) => value.toFixed(1),
  },
} satisfies Meta<typeof BarChart>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Compared: Story = {};
export const OfAWhole: Story = { args: { max: 187.5 } };
export const AllNothing: Story = { args: { bars: meta.args.bars.map((bar) => ({ ...bar, value: 0 })) } };
export const LongWords: Story = {
  args: {
    bars: [
      { label: 'Presentaciones logradas por su fren entre personas que todavía no se conocían', value: 7 },
      { label: 'Donaudampfschifffahrtsgesellschaftskapitänswitwenverein', value: 3, hue: 'sky' },
    ],
  },
};
export const Dark: Story = { globals: { theme: 'dark' } };
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
