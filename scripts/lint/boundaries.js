import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { layerProblem } from './api-layers.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Allowed imports per folder (docs/architecture.md). The first match wins, so longer folders come first. */
const rooms = [
  { folder: 'api/embedded-mongo', packages: [] },
  { folder: 'api/contract', packages: ['@frens/compose', '@frens/design-system/panda'] },
  {
    folder: 'api',
    packages: [
      '@frens/contract',
      '@frens/design-system/panda',
      '@frens/compose',
      '@frens/compose/store',
      '@frens/compose/server',
      'embedded-mongo',
    ],
  },
  // Independent of this site, tests included: compose.config.js defines the site.
  { folder: 'shell/compose', packages: [] },
  {
    folder: 'shell/platform',
    packages: ['@frens/compose', '@frens/compose/build', '@frens/contract', '@frens/design-system'],
  },
  // Remotes bundle it, so it may import only what remotes may.
  {
    folder: 'shell/members',
    packages: ['@frens/contract', '@frens/platform', '@frens/design-system'],
    isBundled: true,
  },
  {
    folder: 'shell',
    packages: [
      '@frens/compose',
      '@frens/compose/browser',
      '@frens/contract',
      '@frens/platform',
      '@frens/members',
      '@frens/design-system',
    ],
    isBundled: true,
  },
  // By its own package name: rare components import common ones, which remotes get from the platform (rspack.base.js).
  { folder: 'design-system', packages: ['@frens/design-system'] },
  {
    folder: 'mf-',
    packages: ['@frens/contract', '@frens/platform', '@frens/members', '@frens/design-system'],
    isRemote: true,
    isBundled: true,
  },
];

/** Libraries that must come through the platform, so that a page has one copy of each (docs/decisions/0003). */
const throughPlatform = ['react-router-dom', 'react-router', '@tanstack/react-query', 'i18next', 'zustand'];

/**
 * Files of the API that run the composition engine's code: they mount or operate it, answer its pages and visitors, measure pictures as it does,
 * or back up to the places of its stores. All others know it by its types and data model only.
 */
const usesEngine =
  /^api\/src\/(app|config|mount-site|server|backup\/backup-place|middleware\/(composition-header|compress-answers|noscript-[\w-]+|redirect-signed-in)|resources\/(health\/health|pictures\/share-picture)|scripts\/export-site)\.ts$/;

/** Classes that must come from the platform, because a second copy would break `instanceof`. */
const throughPlatformByName = { '@frens/contract/errors': ['ApiError'] };

const isTool = (file) =>
  /\.(test|e2e|stories)\.tsx?$|\/rspack\.config\.js$|\/(testing|dev|mocks|fixtures|scripts|bench|drill|\.storybook)\//.test(
    file,
  );
/** Entry points of the composition engine are allowed one by one; its shared data model is the package root. */
const startsWithPackage = (specifier, name) =>
  specifier === name || (name !== '@frens/compose' && specifier.startsWith(`${name}/`));

function problem(file, specifier) {
  const room = rooms.find(({ folder }) => file.startsWith(folder === 'mf-' ? 'mf-' : `${folder}/`));
  const past = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  if (specifier.startsWith('.') && past.startsWith('shell/compose/') && !file.startsWith('shell/compose/')) {
    const isOfTests = past.startsWith('shell/compose/src/testing/') && (!room || isTool(file));
    if (!isOfTests) return 'reaches past the entry points of the composition engine; import @frens/compose';
  }
  if (!room) return null;

  if (specifier.startsWith('.')) {
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
    const workspace = room.isRemote ? file.split('/')[0] : room.folder;
    const leaves = target.startsWith('..') || !target.startsWith(`${workspace}/`);
    const owned = rooms.find(({ folder }) => folder !== 'mf-' && target.startsWith(`${folder}/`));
    if (leaves && !isTool(file))
      return 'reaches into another workspace by a relative path; import its package';
    if (!room.isRemote && owned && owned !== room && !isTool(file))
      return 'reaches into another workspace by a relative path; import its package';
    const [, feature] = file.match(/\/src\/features\/([^/]+)\//) ?? [];
    const [, other] = target.match(/\/src\/features\/([^/]+)\//) ?? [];
    if (feature && other && feature !== other)
      return `imports from the feature "${other}"; move what both need beside the features`;
    return isTool(file) ? null : layerProblem(file, target);
  }

  if (specifier === '@frens/platform/internal' && room.folder !== 'shell')
    return 'is for the shell alone; remotes use @frens/platform';
  if (/^@frens\/platform\/(testing|standalone|stories)$/.test(specifier) && !isTool(file))
    return 'is for tests alone';
  if (specifier === '@frens/compose/browser' && file !== 'shell/src/composition/engine.ts' && !isTool(file))
    return 'is taken in one place; import shell/src/composition/engine.ts';
  const ours =
    specifier.startsWith('@frens/') ||
    specifier === 'embedded-mongo' ||
    specifier === 'api' ||
    /^mf-\w+/.test(specifier);
  const isFree = isTool(file) && room.folder !== 'shell/compose';
  if (ours && !room.packages.some((name) => startsWithPackage(specifier, name)) && !isFree)
    return `may not be imported from ${room.folder.replace(/-$/, '-*')}`;
  if (room.isBundled && !isTool(file)) {
    if (specifier === '@frens/design-system')
      return 'comes through @frens/platform; only its subpaths are imported directly';
    if (throughPlatform.includes(specifier)) return 'comes through @frens/platform';
  }
  return null;
}

/** Whether a declaration imports types alone. */
const isOfTypes = ({ importKind, specifiers = [] }) =>
  importKind === 'type' || (specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type'));

/** Why a file of the API may not run the composition engine's code, or null. */
function engineProblem(file, node) {
  if (!/^api\/(?!contract\/)/.test(file) || !/^@frens\/compose\/(server|store)$/.test(node.source.value))
    return null;
  const isOperators = file.startsWith('api/src/scripts/') && !file.endsWith('.test.ts');
  if (usesEngine.test(file) || (isTool(file) && !isOperators) || isOfTypes(node)) return null;
  return 'is for the files that run the engine (scripts/lint/boundaries.js); others may import its types';
}

/** Why a named import may not come from a package, or null. */
function nameProblem(file, { type, source, specifiers = [] }) {
  const names = throughPlatformByName[source.value];
  if (!names || !/^(mf-|shell\/members\/)/.test(file) || isTool(file)) return null;
  const takesAll = type === 'ExportAllDeclaration' || type === 'ImportExpression';
  const taken = specifiers.map(({ imported, local }) => (imported ?? local).name);
  const isAll = takesAll || specifiers.some((one) => one.type === 'ImportNamespaceSpecifier');
  const found = names.find((name) => isAll || taken.includes(name));
  return found ? `would bring a second class ${found} into the remote; take it from @frens/platform` : null;
}

const boundaries = {
  create(context) {
    const file = path.relative(root, context.filename).split(path.sep).join('/');
    const check = (node) => {
      if (!node.source) return;
      const reason = problem(file, node.source.value) ?? nameProblem(file, node) ?? engineProblem(file, node);
      if (reason) context.report({ node, message: `"${node.source.value}" ${reason}.` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: (node) => node.source.type === 'Literal' && check(node),
    };
  },
};

/** Lint rule for the architecture's import boundaries: one rule and one table for all workspaces. */
export default { meta: { name: 'frens' }, rules: { boundaries } };
