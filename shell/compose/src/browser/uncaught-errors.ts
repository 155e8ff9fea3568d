import { uncaughtCode } from '../model/failure-codes.ts';
import { isForeign } from './foreign-errors.ts';
import type { VisitReports } from './visit-reports.ts';

/** Addresses of built files: `/remotes/mf-quiz/files/`, `/remotes/mf-quiz/0.1.0-3fa2c1d8e0/`, and `/shell/0.1.0-9b1c2d3e4f/`. */
const ownFile = /\/(?:remotes\/([a-z-]+)|(shell))\/(?:files|(\d[\w.+-]*))\/([^\s?:)]+)/;

/**
 * Reports uncaught errors and unhandled rejections to the version whose code threw: that of the first stack frame in a build.
 * Errors of browser extensions and translators, and errors without a stack, are attributed to no version.
 *
 * @param versionWith finds the version of a file whose address does not contain it
 */
export function reportUncaughtErrors(
  { failed }: Pick<VisitReports, 'failed'>,
  versionWith: (remote: string, file: string) => string | undefined,
): void {
  const hear = (cause: unknown) => {
    if (isForeign(cause)) return;
    const [, remote, shell, own, file = ''] =
      ownFile.exec((cause instanceof Error && cause.stack) || '') ?? [];
    const version = own ?? (remote && versionWith(remote, file));
    if (version) failed({ remote: remote ?? shell ?? '', version, code: uncaughtCode });
  };
  addEventListener('error', ({ error }) => hear(error));
  addEventListener('unhandledrejection', ({ reason }) => hear(reason));
}
