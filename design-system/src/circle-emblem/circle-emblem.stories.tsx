import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Cluster } from '../layout/layout.tsx';
import { CircleEmblem } from './circle-emblem.tsx';

const meta = {
  title: 'Display/CircleEmblem',
  component: CircleEmblem,
  args: { name: 'Repair Café Crew' },
} satisfies Meta<typeof CircleEmblem>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Gallery: Story = {
  render: () => (
    <Cluster>
      {[
        'Repair Café Crew',
        'Sunday Slow Walkers',
        'Mesa de Juegos',
        'Dawn Swimmers',
        'Choir Stairwell',
        'Lantern',
      ].map((name) => (
        <CircleEmblem key={name} name={name} size="lg" />
      ))}
    </Cluster>
  ),
};
