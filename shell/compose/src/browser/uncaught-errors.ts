import { uncaughtCode } from '../model/failure-codes.ts';
import { isForeign } from './foreign-errors.ts';
import type { VisitReports } from './visit-reports.ts';

/** Where the files of a build lie: `/remotes/mf-quiz/0.1.0-3fa2c1d8e0/`, and `/shell/0.1.0-9b1c2d3e4f/`. */
const ownFile = /\/(?:remotes\/(mf-[a-z-]+)|(shell))\/(\d[\w.+-]*)\//;

/**
 * Reports uncaught errors and unhandled rejections to the version whose code threw: that of the first stack frame in a build.
 * Errors of browser extensions and translators, and errors without a stack, are nobody's.
 */
export function reportUncaughtErrors({ failed }: Pick<VisitReports, 'failed'>): void {
  const hear = (cause: unknown) => {
    if (isForeign(cause)) return;
    const [, remote, shell, version] = ownFile.exec((cause instanceof Error && cause.stack) || '') ?? [];
    if (version) failed({ remote: remote ?? shell ?? '', version, code: uncaughtCode });
  };
  addEventListener('error', ({ error }) => hear(error));
  addEventListener('unhandledrejection', ({ reason }) => hear(reason));
}
