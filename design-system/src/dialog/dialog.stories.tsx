import { useState } from 'react';
import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Button } from '../button/button.tsx';
import { Stack } from '../layout/layout.tsx';
import { RadioCards } from '../radio-cards/radio-cards.tsx';
import { text } from '../story-text.ts';
import { TextArea } from '../text-area/text-area.tsx';
import { TextField } from '../text-field/text-field.tsx';
import { AlertDialog, Dialog } from './dialog.tsx';

const meta = {
  title: 'Overlays/Dialog',
  component: Dialog,
  subcomponents: { AlertDialog },
  parameters: { layout: 'fullscreen', docs: { story: { inline: false, height: '640px' } } },
  args: {
    defaultOpen: true,
    title: 'Create a new circle',
    description: 'A place for people who share something with you.',
    trigger: <Button>Create circle</Button>,
  },
} satisfies Meta<typeof Dialog>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Form: Story = {
  args: {
    children: (
      <Stack>
        <TextField label="Circle name" required data-autofocus="" defaultValue={text.circle.name} />
        <TextArea label="Description" defaultValue={text.circle.description} />
        <RadioCards
          label="Circle type"
          defaultValue="open"
          options={[
            { value: 'open', label: 'Open', description: 'Anyone can join' },
            { value: 'invite', label: 'Invite only' },
            { value: 'stake_gated', label: 'Stake gated' },
          ]}
        />
      </Stack>
    ),
    footer: (close) => (
      <>
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button onClick={close}>Create circle</Button>
      </>
    ),
  },
};
export const LongText: Story = {
  args: {
    title: text.longName,
    description: `${text.longSentence} `.repeat(3),
    children: `${text.bio} `.repeat(12),
  },
};
export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  args: { title: text.arabicTitle, description: text.arabicText },
};
export const Confirmation: Story = {
  render: function Held() {
    const [open, setOpen] = useState(true);
    return (
      <AlertDialog
        open={open}
        onOpenChange={(change) => setOpen(change.open)}
        trigger={<Button variant="danger">Remove fren</Button>}
        title="Remove Lucía as a fren?"
        description="You will not see each other’s full profiles any more. We don’t tell Lucía."
        confirmLabel="Remove"
        cancelLabel="Keep"
        onConfirm={() => setOpen(false)}
      />
    );
  },
};
export const ConfirmationUnderWay: Story = {
  render: () => (
    <AlertDialog
      open
      title="End this circle?"
      description="Its 24 members lose it at once."
      confirmLabel="End circle"
      cancelLabel="Keep it"
      loading
      onConfirm={() => {}}
    />
  ),
};
