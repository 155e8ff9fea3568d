import type { ClientKey } from '../index.ts';
import type { MockResolver } from './mock.ts';

type ReportKey = Extract<ClientKey, `POST /api/composition/${string}`>;

/** Accepts reports about loaded versions and discards them. */
export function compositionReportResolvers(): { [Key in ReportKey]: MockResolver<Key> } {
  return {
    'POST /api/composition/visits': ({ body }) => ({ token: 'any', versions: body.versions }),
    'POST /api/composition/reports': () => undefined,
    'POST /api/composition/vitals': () => undefined,
  };
}
