import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Stack } from '../layout/layout.tsx';
import { Progress } from './progress.tsx';

const meta = {
  title: 'Feedback/Progress',
  component: Progress,
  args: { label: 'Lab 3 of 11', value: 27, valueText: '27% Complete' },
} satisfies Meta<typeof Progress>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Quiz: Story = {};
export const Hues: Story = {
  render: () => (
    <Stack>
      {(['persimmon', 'bamboo', 'plum', 'sky', 'honey'] as const).map((hue, index) => (
        <Progress
          key={hue}
          hue={hue}
          size="sm"
          label={hue}
          value={90 - index * 17}
          valueText={`${90 - index * 17}`}
        />
      ))}
    </Stack>
  ),
};
export const Empty: Story = { args: { value: 0, valueText: '0% Complete' } };
export const Full: Story = { args: { value: 100, valueText: '100% Complete' } };
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
