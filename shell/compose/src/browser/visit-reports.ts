import type { z } from 'zod';
import type { compositionCalls, MeasuredVital } from '../model/calls.ts';
import { uncaughtCode } from '../model/failure-codes.ts';
import type { RemoteError } from './remote-error.ts';

type Calls = typeof compositionCalls;

/** Sends the calls of `compositionCalls`. */
export interface ReportsClient {
  /** @param keepalive whether the request outlives the page */
  visits(
    body: z.input<Calls['POST /api/composition/visits']['body']>,
    keepalive: boolean,
  ): Promise<z.output<Calls['POST /api/composition/visits']['response']>>;
  reports(body: z.input<Calls['POST /api/composition/reports']['body']>): Promise<void>;
}

/** Reports which versions a page requested, which failed, and how fast they were; nothing about the person or the page. */
export interface VisitReports {
  /** @param version as in `mf-quiz@0.1.0-3fa2c1d8e0` */
  loaded(version: string): void;
  failed(error: Pick<RemoteError, 'remote' | 'version' | 'code'>): void;
  /** Ends the visit and reports it at once with its web vitals, also while the page unloads. */
  measured(vitals: readonly MeasuredVital[]): void;
}

/** A visit is reported at its end, at the latest after a minute, because failures are compared with reported visits. */
const visitMs = 60_000;
/**
 * The delay of a failure report, in milliseconds. Short, because members leave failed pages; but long enough to ignore the requests that
 * Firefox aborts before it unloads a page.
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
      // Sequential: a failure needs the token of its visit.
      running = running.then(send);
    }, milliseconds);
  }

  function ask(version: string): void {
    if (told.has(version)) return;
    told.add(version);
    asked.push(version);
  }

  /** Reports the requested versions and web vitals, if any. */
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
      // Only a count is lost.
    }
  }

  return {
    measured(vitals) {
      if (!navigator.onLine) return;
      // Only a count is lost.
      const sent = reportVisit(
        vitals.filter(({ version }) => told.has(version)),
        true,
      ).catch(() => {});
      running = running.then(() => sent);
    },
    loaded(version) {
      ask(version);
      // The timer starts with the first version, so that long visits are counted too.
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
