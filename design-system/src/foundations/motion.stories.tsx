import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { docsData } from '../../.storybook/docs/data.ts';
import { Cluster, Stack } from '../layout/layout.tsx';
import { Heading, Text } from '../text/text.tsx';
import styles from './motion.module.css';

const meta = { title: 'Foundations/Motion' } satisfies Meta;
export default meta;

const purposes: Readonly<Record<string, string>> = {
  '--duration-state': 'A control changes: hover, press, on and off.',
  '--duration-enter': 'Something comes or goes: a dialog, a toast, a menu.',
  '--duration-celebrate': 'Something has been achieved: a stake, a finished quiz.',
};
const durations = docsData.tokens.filter(({ name }) => name.startsWith('--duration-'));

export const Durations: StoryObj = {
  name: 'Durations and easing',
  render: () => (
    <Stack gap="lg">
      <Heading level={1}>Motion</Heading>
      <Text measure>
        Motion says where something comes from or that an act has succeeded. It is short, and begins fast: all
        movement uses ease-out. Multiply distances by --motion, which is 0 under reduced motion: then things
        fade and do not move.
      </Text>
      <Text measure>Hover or focus a box. The toolbar reduces motion.</Text>
      <Cluster gap="lg" align="start">
        {durations.map(({ name, light }) => (
          <button
            key={name}
            type="button"
            className={styles.mover}
            style={{ transitionDuration: `var(${name})` }}
          >
            <Text weight="bold">{`${name}, ${light}`}</Text>
            <Text size="sm">{purposes[name]}</Text>
          </button>
        ))}
      </Cluster>
    </Stack>
  ),
};
