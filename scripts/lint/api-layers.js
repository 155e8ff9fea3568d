/**
 * Layers of the API, bottom first (docs/architecture.md): a file may import from its own layer and lower ones.
 * Names that end with a slash are folders; patterns take precedence over folders.
 */
const layers = [
  [
    'clock.ts',
    'config.ts',
    'disk-space.ts',
    'watch-clock.ts',
    'environment.ts',
    'forwarding.ts',
    'errors.ts',
    'uncaught-errors.ts',
    'ttl-cache.ts',
    'limits.ts',
    'log.ts',
    'patience.ts',
    'is-bucket.ts',
    'request-context.ts',
    'trace.ts',
  ],
  ['database/', 'passwords/'],
  // Models and pure rules about them, available to every resource.
  [/\.(model|policy)\.ts$/, 'resources/models.ts'],
  ['jobs/'],
  ['mail/', 'voice/'],
  ['services.ts', 'state.ts', 'security-log.ts', 'rate-limits/'],
  ['middleware/', 'metrics/', 'paging.ts', 'idempotency.ts', 'resource.ts'],
  ['search/'],
  // Blocking and privacy, needed wherever a member's data is shown.
  [
    'resources/account-deletion/',
    'resources/visibility/find-blocked.ts',
    'resources/visibility/hidden-pandas.ts',
  ],
  ['resources/wallet/'],
  ['resources/visibility/'],
  ['resources/notification-dispatch/'],
  ['resources/pictures/'],
  ['resources/quotient/'],
  ['resources/sessions/'],
  ['resources/address-links/'],
  ['resources/connections/'],
  ['resources/blocks/'],
  ['resources/reports/'],
  ['resources/notification-settings/'],
  ['resources/messages/'],
  ['resources/invitations/'],
  ['resources/members/'],
  ['resources/auth/'],
  ['resources/pandas/'],
  ['resources/quiz/', 'resources/voice/'],
  ['resources/circles/'],
  ['resources/moderation/'],
  ['resources/stakes/'],
  ['resources/proposals/'],
  ['resources/matches/'],
  ['resources/people/'],
  ['resources/notifications/'],
  ['resources/privacy/'],
  ['resources/account/'],
  ['resources/home/'],
  ['resources/composition/'],
  ['resources/erasure/'],
  ['resources/health/', 'open-api/'],
  ['mount-site.ts', 'resources/shared-pages.ts'],
  ['resources/index.ts', 'resources/job-handlers.ts', 'resources/mail-worker.ts'],
  ['app.ts', 'http-server.ts', 'hand-over.ts'],
  ['scripts/', 'migrations/', 'backup/', 'start-services.ts'],
  ['server.ts'],
];

const room = 'api/src/';

/** Index of a file's layer, bottom first; -1 without one. */
function layerOf(file) {
  const inside = file.slice(room.length);
  const byPattern = layers.findIndex((layer) =>
    layer.some((place) => place instanceof RegExp && place.test(inside)),
  );
  if (byPattern !== -1) return byPattern;
  const matches = (place) =>
    typeof place === 'string' && (place.endsWith('/') ? inside.startsWith(place) : inside === place);
  return layers.findIndex((layer) => layer.some(matches));
}

/** Why an API file may not import another, or null. */
export function layerProblem(file, target) {
  if (!file.startsWith(room) || !target.startsWith(room)) return null;
  const [own, other] = [layerOf(file), layerOf(target)];
  if (own === -1 || other === -1)
    return `concerns a file without a layer: give ${own === -1 ? file : target} a place in scripts/lint/api-layers.js`;
  return other > own ? 'runs back up the layers of the API (scripts/lint/api-layers.js)' : null;
}
