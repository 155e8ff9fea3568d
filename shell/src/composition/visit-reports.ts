import type { ApiClient } from '@frens/contract/client';
import type { MeasuredVital } from '@frens/contract/composition-reports';
import { uncaughtCode } from '@frens/contract/failure-codes';
import type { RemoteError } from './remote-error.ts';

/** Reports to the server which versions a page asked for, which failed, and how fast they were: nothing about who or where. */
export interface VisitReports {
  /** @param version as in `mf-quiz@0.1.0-3fa2c1d8e0` */
  loaded(version: string): void;
  failed(error: Pick<RemoteError, 'remote' | 'version' | 'code'>): void;
  /** Sends at once, also from a page that is being left. A page left before its visit was reported counts for nothing. */
  measured(vitals: readonly MeasuredVital[]): void;
}

/** How long a page has the network to itself, in milliseconds. */
const settleMs = 3_000;
/**
 * The delay of a failure report, in milliseconds. Short, because a member who sees one may soon be gone; but Firefox aborts the
 * requests of a page before it leaves, and those are no failures of a version.
 */
const leavingMs = 1_000;

/** Creates the reports of one page. Each version is reported once as visited, once as failed and once as throwing. */
export function createVisitReports(api: Pick<ApiClient, 'call'>): VisitReports {
  /** What the server gave for each version that it was told of and that is live. */
  const tokens = new Map<string, string>();
  const told = new Set<string>();
  const failed = new Set<string>();
  let asked: string[] = [];
  let failures: Pick<RemoteError, 'remote' | 'version' | 'code'>[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = Promise.resolve();

  function later(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // One after the other: a failure needs the token of its visit.
      running = running.then(send);
    }, milliseconds);
  }

  function ask(version: string): void {
    if (told.has(version)) return;
    told.add(version);
    asked.push(version);
  }

  async function send(): Promise<void> {
    const versions = asked;
    const broken = failures;
    asked = [];
    failures = [];
    if (!navigator.onLine) return;
    try {
      if (versions.length > 0) {
        const { token, versions: live } = await api.call('POST /api/composition/visits', {
          body: { versions },
        });
        for (const version of live) tokens.set(version, token);
      }
      for (const { remote, version, code } of broken) {
        const name = `${remote}@${version}`;
        const token = tokens.get(name);
        if (token) await api.call('POST /api/composition/reports', { body: { token, version: name, code } });
      }
    } catch {
      // Nobody waits for it, and nothing is lost but a count.
    }
  }

  return {
    measured(vitals) {
      if (!navigator.onLine) return;
      const byToken = new Map<string, MeasuredVital[]>();
      for (const vital of vitals) {
        const token = tokens.get(vital.version);
        if (token !== undefined) byToken.set(token, [...(byToken.get(token) ?? []), vital]);
      }
      for (const [token, told] of byToken) {
        const body = { token, vitals: told };
        // Nobody waits for it, and nothing is lost but a count.
        api.call('POST /api/composition/vitals', { body, keepalive: true }).catch(() => {});
      }
    },
    loaded(version) {
      ask(version);
      if (asked.length > 0 && failures.length === 0) later(settleMs);
    },
    failed({ remote, version, code }) {
      const name = `${remote}@${version}`;
      const told = code === uncaughtCode ? `${name} ${code}` : name;
      if (failed.has(told)) return;
      failed.add(told);
      ask(name);
      failures.push({ remote, version, code });
      later(leavingMs);
    },
  };
}
