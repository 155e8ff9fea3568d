import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Card } from '../card/card.tsx';
import { Heading } from '../text/text.tsx';
import { Cluster, Container, Grid, Section, Stack } from './layout.tsx';

const meta = {
  title: 'Structure/Layout',
  component: Stack,
  subcomponents: { Cluster, Grid, Container, Section },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Stack>;
export default meta;
type Story = StoryObj;

export const Page: Story = {
  render: () => (
    <>
      <Section>
        <Container>
          <Stack gap="lg">
            <Heading>Grid: 1, 2, up to 4 columns</Heading>
            <Grid columns={4}>
              {['one', 'two', 'three', 'four', 'five', 'six'].map((name) => (
                <Card key={name}>{name}</Card>
              ))}
            </Grid>
          </Stack>
        </Container>
      </Section>
      <Section tone="sunken">
        <Container width="reading">
          <Cluster justify="between">
            <Heading>Reading width</Heading>
            <span>680 px</span>
          </Cluster>
        </Container>
      </Section>
    </>
  ),
};
