import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Stack } from '../layout/layout.tsx';
import { Amount } from './amount.tsx';

const meta = {
  title: 'Display/Amount',
  component: Amount,
  args: { value: '1,250.00', unit: 'BAMBOO' },
} satisfies Meta<typeof Amount>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Sizes: Story = {
  render: () => (
    <Stack align="end">
      <Amount size="sm" value="8.50" unit="BAMBOO" />
      <Amount value="111.11" unit="BAMBOO" />
      <Amount value="980.00" unit="BAMBOO" />
      <Amount size="lg" tone="celebrate" value="1,250.00" unit="BAMBOO" />
    </Stack>
  ),
};
