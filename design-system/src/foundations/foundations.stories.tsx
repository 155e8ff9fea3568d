import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Cluster, Grid, Stack } from '../layout/layout.tsx';
import { Heading, Text } from '../text/text.tsx';
import styles from './foundations.module.css';

const meta = { title: 'Foundations/Tokens' } satisfies Meta;
export default meta;
type Story = StoryObj;

function Swatch({ token }: { token: string }) {
  return (
    <Stack gap="xs">
      <div className={styles.swatch} style={{ background: `var(${token})` }} />
      <Text size="xs">{token.replace('--', '')}</Text>
    </Stack>
  );
}

const groups: Record<string, readonly string[]> = {
  Ground: ['--color-paper', '--color-surface', '--color-sunken', '--color-raised'],
  'Ink and lines': ['--color-ink', '--color-muted', '--color-control', '--color-line'],
  Accent: ['--color-accent', '--color-accent-hover', '--color-accent-tint', '--color-accent-text'],
  Meaning: ['--color-celebrate', '--color-danger', '--color-warning', '--color-info'],
  Hues: ['--hue-bamboo', '--hue-persimmon', '--hue-honey', '--hue-sky', '--hue-berry', '--hue-plum'],
  Tints: [
    '--hue-bamboo-tint',
    '--hue-persimmon-tint',
    '--hue-honey-tint',
    '--hue-sky-tint',
    '--hue-berry-tint',
    '--hue-plum-tint',
  ],
};

export const Colour: Story = {
  render: () => (
    <Stack gap="lg">
      {Object.entries(groups).map(([name, tokens]) => (
        <Stack key={name} gap="sm">
          <Heading level={2} size="md">
            {name}
          </Heading>
          <Cluster gap="md">
            {tokens.map((token) => (
              <Swatch key={token} token={token} />
            ))}
          </Cluster>
        </Stack>
      ))}
    </Stack>
  ),
};

export const Spacing: Story = {
  render: () => (
    <Stack>
      {[1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20].map((step) => (
        <Cluster key={step} wrap={false}>
          <Text size="sm" className={styles.name}>
            space-{step}
          </Text>
          <div className={styles.bar} style={{ inlineSize: `var(--space-${step})` }} />
        </Cluster>
      ))}
    </Stack>
  ),
};

export const Shape: Story = {
  render: () => (
    <Grid columns={4}>
      {['control', 'card', 'hero', 'full'].map((radius) => (
        <Stack key={radius} gap="xs">
          <div className={styles.shape} style={{ borderRadius: `var(--radius-${radius})` }} />
          <Text size="sm">radius-{radius}</Text>
        </Stack>
      ))}
      <Stack gap="xs">
        <div className={styles.floating} />
        <Text size="sm">shadow-float</Text>
      </Stack>
    </Grid>
  ),
};

/** Hover or focus a box: 120 ms for a state, 200 ms to enter, 320 ms to celebrate. Under reduced motion nothing moves. */
export const Motion: Story = {
  render: () => (
    <Cluster gap="lg">
      {['state', 'enter', 'celebrate'].map((name) => (
        <button key={name} type="button" className={styles.mover} data-duration={name}>
          duration-{name}
        </button>
      ))}
    </Cluster>
  ),
};
