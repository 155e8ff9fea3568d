import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Stack } from '../layout/layout.tsx';
import { Logo } from './logo.tsx';

const meta = { title: 'Foundations/Logo', component: Logo, args: { name: 'Frens' } } satisfies Meta<
  typeof Logo
>;
export default meta;

export const Sizes: StoryObj<typeof meta> = {
  render: () => (
    <Stack align="start">
      <Logo name="Frens" size="sm" />
      <Logo name="Frens" />
      <Logo name="Frens" size="lg" />
      <Logo size="lg" />
    </Stack>
  ),
};
