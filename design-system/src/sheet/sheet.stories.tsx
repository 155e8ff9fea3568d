import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Button } from '../button/button.tsx';
import { Stack } from '../layout/layout.tsx';
import { SelectField } from '../select-field/select-field.tsx';
import { Sheet } from './sheet.tsx';

const links = ['Vibe Quiz', 'Circles', 'Meetups', 'Service', 'Frens', 'Matches'];

const meta = {
  title: 'Overlays/Sheet',
  component: Sheet,
  parameters: { layout: 'fullscreen', docs: { story: { inline: false, height: '560px' } } },
  args: {
    defaultOpen: true,
    title: 'Menu',
    trigger: <Button variant="secondary">Menu</Button>,
    children: (
      <Stack asChild gap="xs" align="start">
        <nav aria-label="Main">
          {links.map((link) => (
            <Button key={link} variant="ghost" asChild>
              <a href={`#${link}`}>{link}</a>
            </Button>
          ))}
        </nav>
      </Stack>
    ),
  },
} satisfies Meta<typeof Sheet>;
export default meta;
type Story = StoryObj<typeof meta>;

export const End: Story = {};
export const Bottom: Story = {
  args: {
    side: 'bottom',
    title: 'Filters',
    children: (
      <Stack>
        <SelectField label="Gender" options={[{ value: '', label: 'All' }]} />
        <SelectField label="Age" options={[{ value: '', label: 'Any age' }]} />
      </Stack>
    ),
    footer: (close) => <Button onClick={close}>Show 24 frens</Button>,
  },
};
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
