import { DocsContext, Unstyled } from '@storybook/addon-docs/blocks';
import { type ContextType, useContext, useEffect, useState } from 'react';
import { Cluster, Stack } from '../../src/layout/layout.tsx';
import { Heading } from '../../src/text/text.tsx';
import styles from './docs-page.module.css';
import { type Globals, globalsOf } from './set-looks.ts';

type PreparedStory = ReturnType<ContextType<typeof DocsContext>['componentStories']>[number];

/** How many frames load at a time. Where all do, none shows anything until the last one does. */
const atOnce = 2;
/** What Storybook in a frame tells at the end of its turn. */
const ends = ['storyRendered', 'storyErrored', 'storyThrewException', 'storyMissing'];
/** Another frame begins at least as often, in milliseconds: one may never tell. */
const patience = 10_000;

/** How many of the frames may load by now. */
function useTurns(): number {
  const { channel } = useContext(DocsContext);
  const [turns, setTurns] = useState(atOnce);
  useEffect(() => {
    const beginNext = () => setTurns((count) => count + 1);
    const timer = setInterval(beginNext, patience);
    for (const end of ends) channel.on(end, beginNext);
    return () => {
      clearInterval(timer);
      for (const end of ends) channel.off(end, beginNext);
    };
  }, [channel]);
  return turns;
}

/** A screen in all of its states, each in a frame of its own, small and as the toolbar has chosen. */
export function StatesPage({ title, stories }: { title: string; stories: readonly PreparedStory[] }) {
  const context = useContext(DocsContext);
  const turns = useTurns();
  const { viewport, ...globals }: Globals = globalsOf(context);
  const width = Number.parseInt((viewport as { value?: string } | undefined)?.value ?? '', 10) || 1280;
  const chosen = Object.entries(globals)
    .filter(([, value]) => typeof value === 'string')
    .map((pair) => pair.join(':'))
    .join(';');
  // Accessibility is checked where its results are shown: it takes as long as all the rest of a frame.
  const looks = `${chosen};a11y.manual:!true`;
  return (
    <Unstyled>
      <Stack gap="xl" className={styles.page}>
        <Heading level={1}>{title.split('/').at(-1)}</Heading>
        <Cluster gap="lg" align="start">
          {stories.map(({ id, name }, index) => (
            <figure key={id} className={styles.state}>
              {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it holds a story of this Storybook. */}
              <iframe
                title={name}
                style={{ inlineSize: `${width}px` }}
                src={index < turns ? `./iframe.html?id=${id}&viewMode=story&globals=${looks}` : undefined}
              />
              <figcaption>
                <a href={`./?path=/story/${id}`} target="_top">
                  {name}
                </a>
              </figcaption>
            </figure>
          ))}
        </Cluster>
      </Stack>
    </Unstyled>
  );
}
