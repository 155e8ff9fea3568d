import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Button } from '../button/button.tsx';
import { Stack } from '../layout/layout.tsx';
import { text } from '../story-text.ts';
import { Notice } from './notice.tsx';

const meta = {
  title: 'Feedback/Notice',
  component: Notice,
  args: { title: 'Preview', children: 'Meetups open soon. What you see here are examples.' },
} satisfies Meta<typeof Notice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Tones: Story = {
  render: () => (
    <Stack>
      <Notice title="Preview">Meetups open soon. What you see here are examples.</Notice>
      <Notice tone="success" title="Address confirmed">
        25.00 BAMBOO have been added to your wallet.
      </Notice>
      <Notice tone="warning" title="Complete your profile">
        Four answers are missing before others can find you.
      </Notice>
      <Notice tone="danger" title="We couldn’t save your settings">
        Nothing has changed. Please try again.
      </Notice>
    </Stack>
  ),
};
export const WithAction: Story = {
  args: {
    tone: 'warning',
    action: (
      <Button size="sm" variant="secondary">
        Complete it
      </Button>
    ),
  },
};
export const LongText: Story = {
  args: { title: text.longName, children: `${text.longSentence} ${text.longWord}` },
};
