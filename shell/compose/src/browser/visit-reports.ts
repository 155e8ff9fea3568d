import type { z } from 'zod';
import type { compositionCalls, MeasuredVital } from '../model/calls.ts';
import { uncaughtCode } from '../model/failure-codes.ts';
import type { RemoteError } from './remote-error.ts';

type Calls = typeof compositionCalls;

/** Sends the calls of `compositionCalls`. */
export interface ReportsClient {
  /** @param keepalive whether it goes on when the page is left */
  visits(
    body: z.input<Calls['POST /api/composition/visits']['body']>,
    keepalive: boolean,
  ): Promise<z.output<Calls['POST /api/composition/visits']['response']>>;
  reports(body: z.input<Calls['POST /api/composition/reports']['body']>): Promise<void>;
}

/** Reports to the server which versions a page asked for, which failed, and how fast they were: nothing about who or where. */
export interface VisitReports {
  /** @param version as in `mf-quiz@0.1.0-3fa2c1d8e0` */
  loaded(version: string): void;
  failed(error: Pick<RemoteError, 'remote' | 'version' | 'code'>): void;
  /** Ends the visit: reports it at once with what was measured, also from a page that is being left. */
  measured(vitals: readonly MeasuredVital[]): void;
}

/** A visit is reported at its end, or after a minute: failures are, at once, and are compared with the visits that are known. */
const visitMs = 60_000;
/**
 * The delay of a failure report, in milliseconds. Short, because a member who sees one may soon be gone; but Firefox aborts the
 * requests of a page before it leaves, and those are no failures of a version.
 */
const leavingMs = 1_000;

/** Creates the reports of one page. Each version is reported once as visited, once as failed and once as throwing. */
export function createVisitReports(api: ReportsClient): VisitReports {
  /** The server's token for the reported versions, and those of them that are live. */
  let token: string | undefined;
  const live = new Set<string>();
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

  /** Reports the visit of what was asked for, and vitals, as far as there are any. */
  async function reportVisit(vitals: readonly MeasuredVital[] = [], keepalive = false): Promise<void> {
    const versions = asked;
    asked = [];
    if (versions.length === 0 && vitals.length === 0) return;
    const answer = await api.visits({ versions, token, vitals: [...vitals] }, keepalive);
    token = answer.token;
    for (const version of answer.versions) live.add(version);
  }

  async function send(): Promise<void> {
    const broken = failures;
    failures = [];
    if (!navigator.onLine) return;
    try {
      await reportVisit();
      for (const { remote, version, code } of broken) {
        const name = `${remote}@${version}`;
        if (token && live.has(name)) await api.reports({ token, version: name, code });
      }
    } catch {
      // Nobody waits for it, and nothing is lost but a count.
    }
  }

  return {
    measured(vitals) {
      if (!navigator.onLine) return;
      // Nobody waits for it, and nothing is lost but a count.
      const sent = reportVisit(
        vitals.filter(({ version }) => told.has(version)),
        true,
      ).catch(() => {});
      running = running.then(() => sent);
    },
    loaded(version) {
      ask(version);
      // From the first on, so that who goes on is counted as well.
      if (asked.length === 1 && failures.length === 0) later(visitMs);
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
