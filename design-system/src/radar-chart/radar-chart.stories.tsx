import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { traitHues, traits } from '../panda/traits.ts';
import { pandas } from '../story-text.ts';
import { RadarChart } from './radar-chart.tsx';

const names = {
  warmth: 'Warmth',
  service: 'Service',
  creativity: 'Creativity',
  wisdom: 'Wisdom',
  adventure: 'Adventure',
};
const points = traits.map((trait) => ({
  label: names[trait],
  value: pandas[2]?.traits[trait] ?? 0,
  hue: traitHues[trait],
}));

const meta = {
  title: 'Display/RadarChart',
  component: RadarChart,
  args: { points, label: points.map((point) => `${point.label} ${point.value}`).join(', ') },
} satisfies Meta<typeof RadarChart>;
export default meta;
type Story = StoryObj<typeof meta>;

export const SoulSignature: Story = {};
export const Flat: Story = { args: { points: points.map((point) => ({ ...point, value: 0 })) } };
export const OnASmallerScale: Story = {
  args: { max: 60, points: points.map((point) => ({ ...point, value: point.value * 0.6 })) },
};
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
