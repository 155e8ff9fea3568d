import { useState } from 'react';
import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import styles from '../../.storybook/docs/pages.module.css';
import { Stack } from '../layout/layout.tsx';
import { SearchField } from '../search-field/search-field.tsx';
import { Heading, Text } from '../text/text.tsx';
import * as icons from './icons.ts';

const meta = { title: 'Foundations/Icons' } satisfies Meta;
export default meta;

export const All: StoryObj = {
  render: function Icons() {
    const [query, setQuery] = useState('');
    const found = Object.entries(icons).filter(([name]) =>
      name.toLowerCase().includes(query.trim().toLowerCase()),
    );
    return (
      <Stack>
        <Heading level={1}>Icons</Heading>
        <Text measure>
          Lucide’s, from @frens/design-system/icons. An icon is hidden from screen readers unless it has an
          aria-label. In a button, a chip or a stat it takes the size of the place; elsewhere give a size.
        </Text>
        <SearchField label="Search icons" value={query} onValueChange={({ value }) => setQuery(value)} />
        <ul className={styles.icons}>
          {found.map(([name, Icon]) => (
            <li key={name}>
              <Icon size={24} />
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </Stack>
    );
  },
};
