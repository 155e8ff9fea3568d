import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Button } from '../button/button.tsx';
import { PlusIcon } from '../icon/icons.ts';
import { text } from '../story-text.ts';
import { PageHeader } from './page-header.tsx';

const meta = {
  title: 'Structure/PageHeader',
  component: PageHeader,
  args: {
    title: 'Fren Circles',
    description: 'Small groups with something in common. Find yours, or start it.',
    actions: <Button icon={<PlusIcon />}>Create Circle</Button>,
  },
} satisfies Meta<typeof PageHeader>;
export default meta;
type Story = StoryObj<typeof meta>;

export const WithActions: Story = {};
export const Centred: Story = {
  args: { align: 'center', eyebrow: '11 labs, about six minutes', title: 'Discover Your Soul Signature' },
};
export const LongText: Story = { args: { title: text.longName, description: text.longSentence } };
export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  args: { title: text.arabicTitle, description: text.arabicText },
};
