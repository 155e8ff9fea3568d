// Documentation page of every component: its Markdown guide, and facts from its code. One template for all (docs/decisions/0304).
import {
  Canvas,
  Controls,
  DocsContainer,
  type DocsContainerProps,
  DocsContext,
  Markdown,
  Source,
  Unstyled,
  useOf,
} from '@storybook/addon-docs/blocks';
import { type PropsWithChildren, type ReactNode, useContext, useEffect, useState } from 'react';
import { themes } from 'storybook/theming';
import { useMediaQuery } from '../../src/internal/use-media-query.ts';
import { Grid, Stack } from '../../src/layout/layout.tsx';
import { Heading } from '../../src/text/text.tsx';
import { AccessibilityStatus } from './accessibility-status.tsx';
import { docsData } from './data.ts';
import styles from './docs-page.module.css';
import { Links } from './links.tsx';
import { type Documented, propsOf } from './props-of.ts';
import { globalsOf, setLooks } from './set-looks.ts';
import { StatesPage } from './states-page.tsx';

/** Container of documentation pages, with the toolbar's theme and direction. */
export function Container({ context, children }: PropsWithChildren<DocsContainerProps>) {
  const [globals, setGlobals] = useState(() => globalsOf(context));
  useEffect(() => {
    const follow = () => setGlobals(globalsOf(context));
    context.channel.on('globalsUpdated', follow);
    return () => context.channel.off('globalsUpdated', follow);
  }, [context]);
  useEffect(() => setLooks(document.documentElement, globals), [globals]);
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = globals['theme'] === 'dark' || (globals['theme'] === 'system' && isSystemDark);
  return (
    <DocsContainer
      key={JSON.stringify(globals)}
      context={context}
      theme={isDark ? themes.dark : themes.light}
    >
      {children}
    </DocsContainer>
  );
}

export function DocsPage() {
  const { preparedMeta } = useOf('meta', ['meta']);
  const [primary, ...others] = useContext(DocsContext).componentStories();
  const folder = /\/src\/([^/]+)\//.exec(String(preparedMeta.parameters['fileName']))?.[1] ?? '';
  const data = docsData.folders[folder];
  if (!primary) return null;
  if (!data) return <StatesPage title={preparedMeta.title} stories={[primary, ...others]} />;
  const names = Object.keys(data.components);
  const documented: Readonly<Record<string, Documented | undefined>> = {
    [names[0] ?? '']: preparedMeta.component,
    ...preparedMeta.subcomponents,
  };
  const [, ...sections] = data.guide.split(/^## /m);
  return (
    <Unstyled>
      <Stack gap="xl" className={styles.page}>
        <Stack gap="sm">
          <Heading level={1}>{preparedMeta.title.split('/').at(-1)}</Heading>
          {names.map((name) => (
            <Prose key={name}>
              {`${names.length > 1 ? `**${name}**: ` : ''}${documented[name]?.__docgenInfo?.description ?? ''}`}
            </Prose>
          ))}
          <Code language="tsx">{importsOf(data.components)}</Code>
          <dl className={styles.facts}>
            <Fact term="Also called">{data.aliases.join(', ')}</Fact>
            <Fact term="Owner">{data.owner}</Fact>
            <Fact term="Code">
              {/* Without a target, Storybook navigates the top window. */}
              <a href="#code" target="_self">
                {Object.keys(data.files)[0]}
              </a>
            </Fact>
            <Fact term="Accessibility">
              <AccessibilityStatus ids={[primary, ...others].map(({ id }) => id)} />
            </Fact>
          </dl>
        </Stack>

        <div>
          <Canvas of={primary.moduleExport} />
          <div className={styles.controls}>
            <Controls of={primary.moduleExport} />
          </div>
        </div>

        <Grid columns={2} gap="lg" className={styles.guide}>
          {sections.map((section) => {
            const [title = '', text = ''] = section.split(/\n([\s\S]*)/);
            return (
              <section key={title} data-part={title}>
                <Heading size="md">{title}</Heading>
                <Prose>{text}</Prose>
              </section>
            );
          })}
        </Grid>

        <Part title="Props">
          {names.map((name) => (
            <Props
              key={name}
              name={name}
              isPart={names.length > 1}
              component={documented[name]}
              types={data.types}
            />
          ))}
        </Part>

        <Part title="States">
          {others.map((story) => (
            <div key={story.id}>
              <Heading level={3}>{story.name}</Heading>
              <Prose>{String(story.parameters['docs']?.description?.story ?? '')}</Prose>
              <Canvas of={story.moduleExport} />
            </div>
          ))}
        </Part>

        <Part title="Used on">
          <Links pages={data.usedOn} />
        </Part>

        <Part title="Code">
          {Object.entries(data.files).map(([file, code]) => (
            <File key={file} name={file}>
              {code}
            </File>
          ))}
        </Part>
      </Stack>
    </Unstyled>
  );
}

/** Import statements for a page's components, one line per module. */
function importsOf(components: Readonly<Record<string, string>>): string {
  return [...new Set(Object.values(components))]
    .map((entry) => {
      const names = Object.keys(components).filter((name) => components[name] === entry);
      return `import { ${names.join(', ')} } from '${entry}';`;
    })
    .join('\n');
}

function Prose({ children }: { children: string }) {
  return (
    <div className={styles.prose}>
      <Markdown>{children}</Markdown>
    </div>
  );
}

function Code({ language, children }: { language: 'tsx' | 'css'; children: string }) {
  return <Source language={language} code={children} dark />;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section id={title.toLowerCase()}>
      <Stack gap="md">
        <Heading>{title}</Heading>
        {children}
      </Stack>
    </section>
  );
}

/** A file, highlighted when it is expanded. */
function File({ name, children }: { name: string; children: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {isOpen ? <Code language={name.endsWith('.css') ? 'css' : 'tsx'}>{children}</Code> : null}
    </details>
  );
}

interface PropsProps {
  name: string;
  /** One of several components on the page. */
  isPart: boolean;
  component: Documented | undefined;
  types: Readonly<Record<string, string>>;
}

/** The component's props, the types that they reference, and the HTML element that receives all others. */
function Props({ name, isPart, component, types }: PropsProps) {
  const props = propsOf(component, types);
  const own = types[`${name}Props`] ?? '';
  // If the props are a union of types, show their source instead.
  const shown = props.length > 0 ? props.map(({ type }) => type).join('\n') : own;
  const named = Object.entries(types).filter(
    ([type, text]) =>
      (text !== own || props.length === 0) &&
      /^(export )?(interface|type) /.test(text) &&
      shown.includes(type),
  );
  const [, element] = /ComponentProps<'(\w+)'>/.exec(own) ?? [];
  return (
    <div>
      {isPart ? <Heading level={3}>{name}</Heading> : null}
      <dl className={styles.props}>
        {props.map((prop) => (
          <div key={prop.name}>
            <dt>
              <code>{prop.name}</code> {prop.isRequired ? <span>required</span> : null}
            </dt>
            <dd>
              <code>{prop.type}</code>
              {prop.initial === undefined ? null : (
                <>
                  {' '}
                  default <code>{prop.initial}</code>
                </>
              )}
              <Prose>{prop.description}</Prose>
            </dd>
          </div>
        ))}
      </dl>
      {named.map(([type, text]) => (
        <Code key={type} language="tsx">
          {text.replace('export ', '')}
        </Code>
      ))}
      {element ? <Prose>{`All attributes of \`<${element}>\` as well.`}</Prose> : null}
    </div>
  );
}
