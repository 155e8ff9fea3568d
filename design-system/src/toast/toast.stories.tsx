import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { CopyIcon } from '../icon/icons.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import { text } from '../story-text.ts';
import { Toast, ToastRegion } from './toast.tsx';

const meta = {
  title: 'Feedback/Toast',
  component: Toast,
  subcomponents: { ToastRegion },
  parameters: { docs: { story: { inline: false, height: '240px' } } },
  args: {
    title: 'Connection Requested',
    description: 'Connection request sent to Lucía.',
    onDismiss: () => {},
  },
  render: (args) => (
    <div style={{ minHeight: 180 }}>
      <ToastRegion label="Notifications">
        <Toast {...args} />
      </ToastRegion>
    </div>
  ),
} satisfies Meta<typeof Toast>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Neutral: Story = {};
export const Success: Story = {
  args: {
    tone: 'success',
    title: 'Bamboo Staked!',
    description: "You've backed Gentle Hearth with 25.00 BAMBOO",
  },
};
export const Danger: Story = {
  args: {
    tone: 'danger',
    title: 'Join Failed',
    description: 'This circle is invite only. Ask a member for an invite.',
  },
};
export const WithTool: Story = {
  args: {
    tone: 'danger',
    title: 'Join Failed',
    description: 'Something went wrong on our side. Please try again.',
    action: (
      <Button size="sm" variant="secondary">
        Try again
      </Button>
    ),
    tool: (
      <IconButton size="sm" label="Copy details">
        <CopyIcon />
      </IconButton>
    ),
  },
};
export const WithAction: Story = {
  args: {
    title: 'Lucía removed',
    description: undefined,
    action: (
      <Button size="sm" variant="ghost">
        Undo
      </Button>
    ),
  },
};
export const InsideADialog: Story = {
  args: { tone: 'danger', title: 'Creation Failed', description: 'You can create 20 circles a day.' },
  render: (args) => (
    <>
      <Dialog open title="Create a new circle" description="The message is readable above the dialog." />
      <ToastRegion label="Notifications">
        <Toast {...args} />
      </ToastRegion>
    </>
  ),
};
export const LongText: Story = { args: { title: text.longName, description: text.longSentence } };
export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  args: { title: text.arabicTitle, description: text.arabicText },
};
