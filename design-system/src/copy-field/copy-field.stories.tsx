import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { CopyField } from './copy-field.tsx';

const meta = {
  title: 'Fields/CopyField',
  component: CopyField,
  args: {
    label: 'Your invitation link',
    value: 'https://frens.example/auth?invite=q7Jm2XkP0aVtLr9sWc4bNg',
    hint: 'Works for 30 days and 25 frens.',
  },
} satisfies Meta<typeof CopyField>;
export default meta;

export const Link: StoryObj<typeof meta> = {};
