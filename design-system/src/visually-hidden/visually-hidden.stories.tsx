import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Text } from '../text/text.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const meta = {
  title: 'Structure/VisuallyHidden',
  component: VisuallyHidden,
  args: { children: 'of 11 labs' },
  render: (args) => (
    <Text>
      Lab 3 <VisuallyHidden {...args} />
    </Text>
  ),
} satisfies Meta<typeof VisuallyHidden>;
export default meta;

/** Sighted users read “Lab 3”, screen readers “Lab 3 of 11 labs”. */
export const InASentence: StoryObj<typeof meta> = {};
