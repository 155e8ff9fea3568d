import { type Composition, RemoteDescriptor } from '@frens/contract/composition';
import { expect, it } from 'vitest';
import { findPageFiles } from './page-files.ts';

const reader = { language: 'en', remoteOrigins: [], hasDevPages: false } as const;
const noTexts = { en: [], es: [] };
const hash = `sha384-${'A'.repeat(64)}`;

it.each([
  ['brings its own', true, ['/remotes/mf-quiz/1/entry.js']],
  ['is of before', undefined, ['/shell/1/federation.js', '/remotes/mf-quiz/1/entry.js']],
])('names the federation runtime where the container %s', (_kind, hasRuntime, wanted) => {
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths: [{ path: '/vibe-quiz', access: 'public' }],
  });
  const composition: Composition = {
    host: {
      version: '1',
      base: '/shell/1/',
      files: { routes: {}, texts: noTexts, federation: ['federation.js'] },
      integrity: { 'federation.js': hash },
    },
    apps: {
      'mf-quiz': {
        versions: [
          {
            version: '1',
            mf: 'mf_quiz_1',
            base: '/remotes/mf-quiz/1/',
            descriptor,
            files: { entry: 'entry.js', hasRuntime, exposed: [], routes: {}, texts: noTexts },
            integrity: { 'entry.js': hash },
          },
        ],
      },
    },
  };
  expect(findPageFiles(composition, '/vibe-quiz', reader).files).toEqual(wanted);
});
