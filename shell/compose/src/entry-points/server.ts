// @frens/compose/server: Koa middleware that serves pages and published files, publishing over the site, handlers of what pages report, what is
// live, and the quarantine of what fails. What is the host's own is handed in by options.
export type { CountedVersion } from '../read-health.ts';
export type { PublicAnswers } from '../render/render-pages.ts';
export { findIsolationGap } from '../render/run-renderer.ts';
export { handleReport, handleVisit, type Reporter, type ReportingOptions } from '../reports/page-reports.ts';
export type { ReportStore, VersionFailure, VersionVisits, VersionVitals } from '../reports/report-store.ts';
export { healthOfAll } from '../reports/version-health.ts';
export { logAuditEntry, readAuditLog } from '../rights/audit.ts';
export { addToken, endToken } from '../rights/tokens.ts';
export { bindPublishing, type PublishingOptions } from '../server/bind-publishing.ts';
export { compositionFor, readCanaryBucket } from '../server/canary-bucket.ts';
export { acceptedEncodings, compressText } from '../server/compress-text.ts';
export { ExportRefused, exportSite, type SiteExport } from '../server/export-site.ts';
export { fillPage } from '../server/fill-page.ts';
export { createLiveSite, type LiveSite } from '../server/live-site.ts';
export { isNoscript, noscriptAddress } from '../server/noscript.ts';
export { noteSurroundings } from '../server/note-surroundings.ts';
export { sendHtml } from '../server/page-html.ts';
export { choicesOf, withChoices } from '../server/page-parameters.ts';
export { policyPlace } from '../server/page-policy.ts';
export type { SharedPage } from '../server/page-share.ts';
export { pictureSize } from '../server/search-engines.ts';
export { NothingPublished } from '../server/shown-pages.ts';
export { createSite, negotiateLanguage, type Site, type SiteOptions } from '../server/site.ts';
export { lastShown, type ShownOptions } from '../server/version-retention.ts';
