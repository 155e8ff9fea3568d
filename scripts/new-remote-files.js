import { pipelineOf } from './pipeline-of.js';

/**
 * Files of a new remote: one public page that reads a list, with loading, empty, error and ready state, its texts in both languages,
 * its test and its stories, both on the contract's mocks. It lists circles until the remote has a call of its own in
 * `api/contract`.
 *
 * @param {string} word subject of the remote: `events` for `mf-events`
 * @param {string} spanish its title in Spanish: `Eventos`
 * @param {{ dependencies: object, devDependencies: object }} versions those of another remote
 * @returns {Record<string, string>} file contents by path in the folder
 */
export function remoteFiles(word, spanish, { dependencies, devDependencies }) {
  const name = `mf-${word}`;
  const title = word.replace(/(^|-)(\w)/g, (_all, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase());
  const Screen = `${title.replaceAll(' ', '')}Screen`;
  const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'package.json': json({
      name,
      version: '0.1.0',
      private: true,
      type: 'module',
      license: 'MIT',
      dependencies,
      devDependencies,
      scripts: {
        dev: 'node --import ../scripts/ready.js ../scripts/dev-remote.js',
        build: `frens-compose publish ${name} --promote`,
        test: `vitest run --root .. --project dom ${name}`,
      },
    }),
    'remote.json': descriptor(name, word, title, spanish),
    'pipeline.yml': pipelineOf(name),
    'rspack.config.js': `import { remoteConfig } from '../rspack.base.js';

export default remoteConfig(import.meta.dirname);
`,
    'dev/index.tsx': `import { runStandalone } from '@frens/platform/standalone';
import { remote } from '../src/remote.tsx';

runStandalone(remote);
`,
    'locales/en.json': json(texts(title, spanish).en),
    'locales/es.json': json(texts(title, spanish).es),
    'src/texts.d.ts': `import type texts from '../locales/en.json';

declare global {
  interface SiteTexts {
    '${name}': typeof texts;
  }
}
`,
    'src/remote.tsx': `import { defineRemote, lazyScreen, localesIn } from '@frens/platform';

export const remote = defineRemote({
  name: '${name}',
  contract: 1,
  routes: [
    {
      path: '/${word}',
      Component: lazyScreen(() => import('./features/${word}/${word}.screen.tsx').then((m) => m.${Screen})),
    },
  ],
  locales: localesIn((language) => import(\`../locales/\${language}.json\`)),
});
`,
    [`src/features/${word}/${word}.queries.ts`]: `import { api, queryOptions } from '@frens/platform';

/** What the page lists. The first segment of the key is the remote's own word. */
export const listQuery = queryOptions({
  queryKey: ['${word}', 'list'],
  queryFn: ({ signal }) => api.call('GET /api/circles', { signal }),
});
`,
    [`src/features/${word}/${word}.screen.tsx`]: screen(name, word, Screen),
    [`src/features/${word}/${word}.screen.test.tsx`]: test(word, title),
    [`src/features/${word}/${word}.stories.tsx`]: stories(word, title),
  };
}

const descriptor = (name, word, title, spanish) => `{
  "name": "${name}",
  "platform": 1,
  "area": { "en": "${title}", "es": ${JSON.stringify(spanish)} },
  "paths": [{ "path": "/${word}", "access": "public" }],
  "nav": [{ "path": "/${word}", "label": { "en": "${title}", "es": ${JSON.stringify(spanish)} }, "order": 100 }]
}
`;

const texts = (title, spanish) => ({
  en: {
    title,
    subtitle: 'The first page of a new part of the site.',
    empty: { title: 'Nothing here yet', text: 'Come back a little later.' },
    error: 'We couldn’t load the list',
  },
  es: {
    title: spanish,
    subtitle: 'La primera página de una parte nueva del sitio.',
    empty: { title: 'Aún no hay nada', text: 'Vuelve un poco más tarde.' },
    error: 'No se pudo cargar la lista',
  },
});

const screen = (name, word, Screen) => `import {
  Card,
  Container,
  EmptyState,
  Heading,
  LoadError,
  PageHeader,
  Skeleton,
  Stack,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { listQuery } from './${word}.queries.ts';

/** /${word} */
export function ${Screen}() {
  const { t } = useTranslation('${name}');
  return (
    <Container>
      <PageHeader title={t('title')} description={t('subtitle')} />
      <List />
    </Container>
  );
}

function List() {
  const { t } = useTranslation('${name}');
  const query = useQuery(listQuery);
  const { data, isError } = query;
  if (isError) return <LoadError title={t('error')} query={query} />;
  if (!data) return <Skeleton shape="block" />;
  if (data.length === 0) return <EmptyState title={t('empty.title')} description={t('empty.text')} />;
  return (
    <Stack>
      {data.map(({ id, name }) => (
        <Card key={id}>
          <Heading>{name}</Heading>
        </Card>
      ))}
    </Stack>
  );
}
`;

const stories = (word, title) => `import { screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/${title}' };

export const Loading = screenStory(remote, { path: '/${word}', scenario: 'loading' });
export const Empty = screenStory(remote, { path: '/${word}', scenario: 'empty' });
export const Failed = screenStory(remote, { path: '/${word}', scenario: 'failing' });
export const Ready = screenStory(remote, { path: '/${word}' });
`;

const test = (word, title) => `import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/${word}';

it('lists what there is', async () => {
  await renderRemote(remote, { path, user: null });
  expect(screen.getByRole('heading', { level: 1, name: '${title}' })).toBeTruthy();
  expect((await screen.findAllByRole('heading', { level: 2 })).length).toBeGreaterThan(0);
});

it('says so when there is nothing', async () => {
  await renderRemote(remote, { path, user: null, scenario: 'empty' });
  expect(await screen.findByText('Nothing here yet')).toBeTruthy();
});

it('says so when the list does not come, in the language of the page', async () => {
  await renderRemote(remote, { path, user: null, scenario: 'failing', language: 'es' });
  expect(await screen.findByRole('button', { name: 'Intentar de nuevo' })).toBeTruthy();
});
`;
