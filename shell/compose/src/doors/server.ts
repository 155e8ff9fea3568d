// @frens/compose/server: commands that arrive over the site, the tokens that permit them, the quarantine of what fails, and whether what
// goes live here can be rendered.
export { publishFor } from '../over-site/receive-upload.ts';
export { runWords } from '../over-site/run-remote-command.ts';
export { mostUploadBytes, Upload } from '../over-site/upload.ts';
export { endSlowCanary, type Quarantined, quarantine } from '../quarantine.ts';
export { findIsolationGap } from '../render/run-renderer.ts';
export { logAuditEntry, readAuditLog } from '../rights/audit.ts';
export { addToken, endToken, findToken, type Token } from '../rights/tokens.ts';
