import path from 'node:path';

// Parts of libraries to leave out of pages (scripts/trim-library-loader.js).

const falsy = (...expressions) => Object.fromEntries(expressions.map((expression) => [expression, 'false']));
const absent = (...expressions) =>
  Object.fromEntries(expressions.map((expression) => [expression, 'undefined']));
const neverCalled = (...calls) => Object.fromEntries(calls.map((call) => [call, `false && ${call}`]));

/**
 * i18next without plugins, events, loading and warnings, which the platform replaces or does not need, and without options that no
 * text uses. `scripts/texts.test.js` renders every text with this and with the full i18next.
 */
export const i18next = {
  blocks: [
    // Loading of texts.
    'class Connector ',
    'loadNamespaces(',
    'loadLanguages(',
    'reloadResources(',
    'hasLoadedNamespace(',
    // Unused instance methods.
    'use(',
    'hydrate(',
    'cloneInstance(',
    'dir(',
    'toJSON(',
    'setDefaultNamespace(',
    'getResourceBundle(',
    'clearCache(',
    'overloadTranslationOptionHandler: ',
    'addResource(',
    'addResources(',
    // Warnings and events.
    'log(',
    'warn(',
    'error(',
    'deprecate(',
    'deprecateDottedLng(',
    'deprecateBareCode(',
    'once(',
    'forward(',
    'output(',
    'clone(',
    'on(',
    'off(',
    'emit(',
    // Nesting, details and formats; the platform provides `number`.
    'nest(',
    'getUsedParamsDetails(',
    'static hasDefaultValue(',
    'needsPlural(',
    'getPluralFormsOfKey(',
    'getSuffixes(',
    'addCached(',
    ...['number', 'currency', 'datetime', 'relativetime', 'list'].map((format) => `${format}: cf(`),
  ],
  constants: {
    ...neverCalled(
      'this.logger.log',
      'this.logger.warn',
      'this.logger.error',
      'this.logger.once',
      'this.logger.deprecate',
      'baseLogger.deprecate',
      'this.emit',
      'this.translator.on',
      's.backendConnector.on',
    ),
    ...absent(
      'this.logger.debug',
      'this.modules.languageDetector',
      'this.services.languageDetector',
      'this.modules.i18nFormat',
      'this.i18nFormat',
      'this.modules.logger',
      'this.modules.formatter',
      'this.hasLoadedNamespace.bind(this)',
      'this.reloadResources.bind(this)',
      'this.utils?.hasLoadedNamespace',
      // Keys that contain dots.
      'deepFind(this.data?.[lng]?.[ns], key, keySeparator)',
      'this.options.returnDetails',
      'opt.returnDetails',
      'this.options.joinArrays',
      'opt.joinArrays',
      'opt.interpolation',
      'isString(postProcess) ? [postProcess] : postProcess',
    ),
    ...falsy(
      'this.options.isClone',
      'options.isClone',
      'this.options.saveMissing',
      'this.options.updateMissing',
      'this.options.returnObjects',
      'opt.returnObjects',
      'this.options.returnedObjectHandler',
      'this.options.missingKeyHandler',
      'this.options.parseMissingKeyHandler',
      'this.options.appendNamespaceToMissingKey',
      "lng?.toLowerCase() === 'cimode'",
      "usedLng?.toLowerCase() === 'cimode'",
      'Translator.hasDefaultValue(opt)',
      'opt.ordinal',
      'options.ordinal',
      "typeof Intl === 'undefined'",
      'usedKey || usedDefault || updateMissing',
      "typeof keys === 'function'",
      "typeof k === 'function'",
      "typeof key === 'function'",
      "typeof o.keyPrefix === 'function'",
      "typeof opt !== 'object' && this.options.overloadTranslationOptionHandler",
      "typeof this.options.overloadTranslationOptionHandler !== 'function'",
      'opt.nest !== false',
      "formatStr.includes('(')",
      "lng.includes('.')",
      'path == null && ignoreJSONStructure && isString(key)',
    ),
    'if (deep)': 'if (false)',
    'new Connector(createClassOnDemand(this.modules.backend), s.resourceStore, s, this.options)': '{}',
    'this.pluralResolver.getSuffix(lng, opt.count, opt)': "''",
    'this.options.overloadTranslationOptionHandler([key, opts].concat(rest))': '{}',
  },
};

/** Rules for the bundler. */
export const trimmedLibraries = [
  // Random keys of children whose order never changes.
  { test: /lucide-react[/\\]dist[/\\]esm[/\\]icons[/\\]/, options: { texts: [/,?\s*key: "\w+"/g] } },
  { test: /[/\\]i18next[/\\]dist[/\\]esm[/\\]/, options: i18next },
].map((library) => ({ ...library, loader: path.join(import.meta.dirname, 'trim-library-loader.js') }));
