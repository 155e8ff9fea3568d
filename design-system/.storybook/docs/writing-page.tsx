import glossary from '../../../docs/glossary.md?raw';
import { Stack } from '../../src/layout/layout.tsx';
import { Heading, Text } from '../../src/text/text.tsx';
import { docsData } from './data.ts';
import styles from './pages.module.css';

const plain = (markdown: string) => markdown.replaceAll(/[`*]| \(D\d+\)/g, '');

/** The glossary's section on screen texts. */
const [intro = '', table = '', rules = ''] = (
  /## On the screens\n\n([\s\S]*?)\n## /.exec(glossary)?.[1] ?? ''
).split('\n\n');
const [head = [], , ...rows] = table.split('\n').map((line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => plain(cell.trim())),
);

/** The writing section of each component's guide. */
const guidance = Object.entries(docsData.folders).map(([folder, { guide, components }]) => ({
  folder,
  name: Object.keys(components)[0] ?? folder,
  words: (/## Writing\n\n([\s\S]*)/.exec(guide)?.[1] ?? '')
    .split('\n')
    .map((line) => plain(line.replace('- ', '')))
    .filter(Boolean),
}));

/** Writing guidelines: the glossary, and each component's guidance. */
export function WritingPage() {
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Heading level={1}>Writing</Heading>
        <Text measure>{plain(intro)}</Text>
        <table className={styles.table}>
          <thead>
            <tr>
              {head.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([thing, ...words]) => (
              <tr key={thing}>
                <th scope="row">{thing}</th>
                {words.map((word, place) => (
                  <td key={word} lang={place === 1 ? 'es' : 'en'}>
                    {word}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Text measure>{plain(rules)}</Text>
      </Stack>
      <Stack gap="md">
        <Heading>In components</Heading>
        {guidance.map(({ folder, name, words }) => (
          <section key={folder}>
            <Heading level={3}>{name}</Heading>
            {words.map((line) => (
              <Text key={line} measure>
                {line}
              </Text>
            ))}
          </section>
        ))}
      </Stack>
    </Stack>
  );
}
