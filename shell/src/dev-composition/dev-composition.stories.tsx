import { type RemoteModule, useLocation } from '@frens/platform';
import { screenStory } from '@frens/platform/stories';
import { HttpResponse, http } from 'msw';
import { useEffect, useState } from 'react';
import { buildComposition, buildModule, buildVersion } from '../../compose/src/testing/build-composition.ts';
import { createRemotes, measurePhase, RemotesProvider } from '../composition/engine.ts';
import { DevComposition } from './dev-composition.tsx';

export default { title: 'Screens/Composition' };

const names = ['mf-auth', 'mf-community', 'mf-panda', 'mf-quiz'] as const;
const composition = buildComposition(
  ...names.map((name) =>
    buildVersion({
      base: `/remotes/${name}/1.0.0/`,
      descriptor: { name, paths: [{ path: `/${name}`, access: 'public' }] },
    }),
  ),
);

/** What everybody else sees of a remote that is previewed. */
const before = buildVersion({
  version: '0.9.0',
  descriptor: { ...buildVersion().descriptor, name: 'mf-auth' },
});

/** One remote in each state: loaded, loading, failed, not asked for. */
const remotesInEachState = () =>
  createRemotes({
    composition,
    async load({ descriptor: { name } }) {
      if (name === 'mf-panda') throw new Error('Loading chunk 7 failed.');
      if (name === 'mf-community') return new Promise(() => {});
      return { remote: buildModule({ name }) };
    },
    addTexts: async () => {},
    fetchComposition: async () => composition,
  });

function Place() {
  const [remotes] = useState(remotesInEachState);
  const wanted = new URLSearchParams(useLocation().search).get('compose');
  useEffect(() => {
    for (const name of ['mf-auth', 'mf-community', 'mf-panda']) void remotes.load(name);
    measurePhase('mf-auth', 'mount', performance.now() - 12);
  }, [remotes]);
  const preview = wanted ? { wanted, isPublished: true } : undefined;
  return (
    <RemotesProvider value={remotes}>
      <DevComposition
        page={{ brand: { site: 'Frens', product: 'Fren' }, composition, live: '8c1f09d2e4aa', preview }}
      />
    </RemotesProvider>
  );
}

// Its name is that of its texts.
const remote: RemoteModule = {
  name: 'dev',
  contract: 1,
  routes: [{ path: '/', Component: Place }],
  locales: { en: () => import('../../locales/dev/en.json'), es: () => import('../../locales/dev/es.json') },
};

const published = http.get('/dev/versions.json', () =>
  HttpResponse.json(
    Object.fromEntries(
      names.map((name) => [
        name,
        [
          { version: '1.1.0', at: '2026-11-23T10:00:00.000Z' },
          { version: '1.0.0', at: '2026-11-20T10:00:00.000Z' },
        ],
      ]),
    ),
  ),
);

export const Ready = screenStory(remote, { path: '/', mocks: [published] });
const live = http.get('/composition.json', () =>
  HttpResponse.json({ ...composition, apps: { ...composition.apps, ...buildComposition(before).apps } }),
);
export const Preview = screenStory(remote, { path: '/?compose=mf-auth@1.0.0', mocks: [published, live] });
export const NothingPublished = screenStory(remote, {
  path: '/',
  mocks: [http.get('/dev/versions.json', () => HttpResponse.json({}))],
});
export const Failed = screenStory(remote, {
  path: '/',
  mocks: [http.get('/dev/versions.json', () => HttpResponse.text('A page of a proxy.'))],
});
export const Loading = screenStory(remote, {
  path: '/',
  scenario: 'loading',
  mocks: [http.get('/dev/versions.json', () => new Promise(() => {}))],
});
