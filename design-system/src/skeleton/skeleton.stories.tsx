import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Card } from '../card/card.tsx';
import { Cluster, Grid, Stack } from '../layout/layout.tsx';
import { Skeleton } from './skeleton.tsx';

const meta = { title: 'Feedback/Skeleton', component: Skeleton } satisfies Meta<typeof Skeleton>;
export default meta;

export const Cards: StoryObj<typeof meta> = {
  render: () => (
    <Grid columns={3}>
      {['one', 'two', 'three'].map((key) => (
        <Card key={key}>
          <Stack>
            <Cluster gap="md" wrap={false}>
              <Skeleton shape="circle" />
              <div style={{ flex: 1 }}>
                <Skeleton lines={2} />
              </div>
            </Cluster>
            <Skeleton lines={3} />
            <Skeleton shape="block" />
          </Stack>
        </Card>
      ))}
    </Grid>
  ),
};
