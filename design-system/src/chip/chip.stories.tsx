import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { MapPinIcon } from '../icon/icons.ts';
import { Cluster } from '../layout/layout.tsx';
import { text } from '../story-text.ts';
import { Chip } from './chip.tsx';

const meta = { title: 'Display/Chip', component: Chip, args: { children: 'Gardening' } } satisfies Meta<
  typeof Chip
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Traits: Story = {
  render: () => (
    <Cluster>
      <Chip trait="warmth" value={92}>
        Warmth
      </Chip>
      <Chip trait="service" value={61}>
        Service
      </Chip>
      <Chip trait="creativity" value={44}>
        Creativity
      </Chip>
      <Chip trait="wisdom" value={30}>
        Wisdom
      </Chip>
      <Chip trait="adventure" value={22}>
        Adventure
      </Chip>
    </Cluster>
  ),
};
export const Interests: Story = {
  render: () => (
    <Cluster>
      <Chip>Gardening</Chip>
      <Chip hue="sky">Books</Chip>
      <Chip hue="berry">Salsa</Chip>
      <Chip icon={<MapPinIcon />}>Valencia</Chip>
    </Cluster>
  ),
};
export const LongText: Story = {
  render: () => (
    <div style={{ maxWidth: 200 }}>
      <Chip>{text.longWord}</Chip>
    </div>
  ),
};
