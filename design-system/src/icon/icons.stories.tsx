import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Badge } from '../badge/badge.tsx';
import { Cluster, Stack } from '../layout/layout.tsx';
import * as icons from './icons.ts';

const meta = { title: 'Foundations/Icons' } satisfies Meta;
export default meta;

export const All: StoryObj = {
  render: () => (
    <Cluster gap="lg">
      {Object.entries(icons).map(([name, Icon]) => (
        <Stack key={name} gap="xs" align="center">
          <Icon size={24} />
          <Badge>{name.replace(/Icon$/, '')}</Badge>
        </Stack>
      ))}
    </Cluster>
  ),
};
