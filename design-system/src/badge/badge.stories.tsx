import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { LockIcon } from '../icon/icons.ts';
import { Cluster } from '../layout/layout.tsx';
import { Badge } from './badge.tsx';

const meta = { title: 'Display/Badge', component: Badge, args: { children: 'Open' } } satisfies Meta<
  typeof Badge
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Hues: Story = {
  render: () => (
    <Cluster>
      <Badge>Woman</Badge>
      <Badge hue="bamboo">Open</Badge>
      <Badge hue="persimmon">25.00 BAMBOO</Badge>
      <Badge hue="honey">
        <LockIcon /> Stake gated
      </Badge>
      <Badge hue="sky">FQ 287</Badge>
      <Badge hue="berry">Reported</Badge>
      <Badge hue="plum">Invite only</Badge>
    </Cluster>
  ),
};
