import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { TimeChart } from './time-chart.tsx';

const day = 24 * 60 * 60 * 1000;
const begin = Date.UTC(2026, 2, 3, 12);
const scores = [50, 50, 81.4, 96.2, 96.9, 132.1, 128.6, 171.3];
const points = scores.map((value, n) => ({ at: begin + n * n * 2 * day, value }));
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

const meta = {
  title: 'Display/TimeChart',
  component: TimeChart,
  args: {
    points,
    label: 'Score over time',
    timeText: (at) => dates.format(at),
    valueText: (value) => value.toFixed(1),
    tickText: String,
    tableLabels: { open: 'As a table', time: 'Day', value: 'Score' },
  },
} satisfies Meta<typeof TimeChart>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Line: Story = {};
export const Steps: Story = {
  args: { shape: 'steps', hue: 'persimmon', label: 'BAMBOO staked over time' },
};
export const TwoPoints: Story = { args: { points: points.slice(0, 2) } };
export const AYear: Story = {
  args: {
    points: Array.from({ length: 365 }, (_, n) => ({
      at: begin + n * day,
      value: 400 + 300 * Math.sin(n / 60) + 20 * Math.sin(n),
    })),
  },
};
export const Dark: Story = { globals: { theme: 'dark' } };
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
