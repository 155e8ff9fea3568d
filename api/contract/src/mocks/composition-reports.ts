import type { ClientKey } from '../index.ts';
import { refuse } from './lookup.ts';
import type { MockResolver } from './mock.ts';

type ReportKey = Extract<ClientKey, `POST /api/composition/${string}`>;

/** The token of every visit. */
const token = 'any';
const takeFrom = (sent: string) => (sent === token ? undefined : refuse(400, 'invalid_token'));

/** Accepts reports about loaded versions and discards them. */
export function compositionReportResolvers(): { [Key in ReportKey]: MockResolver<Key> } {
  return {
    'POST /api/composition/visits': ({ body }) =>
      takeFrom(body.token ?? token) ?? { token, versions: body.versions },
    'POST /api/composition/reports': ({ body }) => takeFrom(body.token),
  };
}
