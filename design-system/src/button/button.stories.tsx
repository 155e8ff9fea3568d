import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { HeartIcon, LeafIcon, PlusIcon } from '../icon/icons.ts';
import { Cluster, Stack } from '../layout/layout.tsx';
import { text } from '../story-text.ts';
import { Button } from './button.tsx';

const meta = { title: 'Actions/Button', component: Button, args: { children: 'Join circle' } } satisfies Meta<
  typeof Button
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Primary: Story = {};
export const Variants: Story = {
  render: () => (
    <Cluster>
      <Button>Take your vibe quiz</Button>
      <Button variant="secondary">Invite a fren</Button>
      <Button variant="ghost">Not now</Button>
      <Button variant="danger">Remove fren</Button>
      <Button variant="celebrate" icon={<LeafIcon />}>
        Stake BAMBOO
      </Button>
    </Cluster>
  ),
};
export const Sizes: Story = {
  render: () => (
    <Cluster>
      <Button size="sm">Small</Button>
      <Button size="md">Medium</Button>
      <Button size="lg">Large</Button>
    </Cluster>
  ),
};
export const WithIcon: Story = { args: { icon: <PlusIcon />, children: 'Create circle' } };
export const Loading: Story = { args: { loading: true, icon: <HeartIcon />, children: 'Connecting…' } };
export const Disabled: Story = {
  render: () => (
    <Cluster>
      <Button disabled>Coming soon</Button>
      <Button variant="secondary" disabled>
        Coming soon
      </Button>
      <Button variant="ghost" disabled>
        Coming soon
      </Button>
    </Cluster>
  ),
};
export const AsLink: Story = {
  args: { asChild: true, variant: 'secondary', children: <a href="#circles">See all circles</a> },
};
export const FullWidth: Story = { args: { fullWidth: true } };
export const LongText: Story = {
  render: () => (
    <Stack align="start">
      <Button icon={<HeartIcon />}>{text.longSentence}</Button>
      <Button variant="secondary">{text.longWord}</Button>
    </Stack>
  ),
};
export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  args: { icon: <PlusIcon />, children: text.arabicTitle },
};
