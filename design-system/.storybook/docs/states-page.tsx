import { DocsContext, Unstyled } from '@storybook/addon-docs/blocks';
import { type ContextType, useContext, useEffect, useState } from 'react';
import { Cluster, Stack } from '../../src/layout/layout.tsx';
import { Heading } from '../../src/text/text.tsx';
import styles from './docs-page.module.css';
import { type Globals, globalsOf } from './set-looks.ts';

type PreparedStory = ReturnType<ContextType<typeof DocsContext>['componentStories']>[number];

/** Number of frames that load in parallel. If all did, none would render before the last one finished. */
const atOnce = 2;
/** Storybook events that end a frame's turn. */
const ends = ['storyRendered', 'storyErrored', 'storyThrewException', 'storyMissing'];
/** Timeout after which the next frame starts anyway, in milliseconds: a frame may never report. */
const patience = 10_000;

/** Number of frames that may load so far. */
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

/** A screen in all its states, each in a scaled-down frame with the toolbar's settings. */
export function StatesPage({ title, stories }: { title: string; stories: readonly PreparedStory[] }) {
  const context = useContext(DocsContext);
  const turns = useTurns();
  const { viewport, ...globals }: Globals = globalsOf(context);
  const width = Number.parseInt((viewport as { value?: string } | undefined)?.value ?? '', 10) || 1280;
  const chosen = Object.entries(globals)
    .filter(([, value]) => typeof value === 'string')
    .map((pair) => pair.join(':'))
    .join(';');
  // Skips accessibility checks, which would double the time of a frame.
  const looks = `${chosen};a11y.manual:!true`;
  return (
    <Unstyled>
      <Stack gap="xl" className={styles.page}>
        <Heading level={1}>{title.split('/').at(-1)}</Heading>
        <Cluster gap="lg" align="start">
          {stories.map(({ id, name }, index) => (
            <figure key={id} className={styles.state}>
              {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it shows a story of this Storybook. */}
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
