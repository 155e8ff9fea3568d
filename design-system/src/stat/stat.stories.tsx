import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { HeartHandshakeIcon, MailIcon, UsersIcon } from '../icon/icons.ts';
import { Grid } from '../layout/layout.tsx';
import { Stat } from './stat.tsx';

const meta = {
  title: 'Display/Stat',
  component: Stat,
  args: { value: '14', label: 'Connections' },
} satisfies Meta<typeof Stat>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Dashboard: Story = {
  render: () => (
    <Grid columns={3}>
      <Stat value="14" label="Connections" icon={<UsersIcon />} />
      <Stat value="3" label="Matches Made" icon={<HeartHandshakeIcon />} hue="persimmon" />
      <Stat value="2" label="Match Requests" icon={<MailIcon />} hue="plum" />
    </Grid>
  ),
};
export const Figures: Story = {
  render: () => (
    <Grid columns={4}>
      <Stat size="lg" align="center" value="500+" label="Active frens" />
      <Stat size="lg" align="center" value="50+" label="Groups" />
      <Stat size="lg" align="center" value="100+" label="Service projects" />
      <Stat size="lg" align="center" value="1,000+" label="BAMBOO staked" />
    </Grid>
  ),
};
