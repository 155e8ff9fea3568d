// Brings the schemas along: imported on demand, never with the screen.
import { UpdateUserBody } from '@frens/contract/members';
import { fieldProblems } from '@frens/contract/validation';
import type { ProfileChanges } from './profile.queries.ts';
import { type ProfileDraft, type ProfileRefusals, refusalsByField } from './profile-draft.ts';

/** Checks what was typed against the contract: the changes to send, or what is wrong with which field. */
export function checkProfile(
  draft: ProfileDraft,
): { changes: ProfileChanges; refusals: null } | { changes: null; refusals: ProfileRefusals } {
  const { currentPassword, ...rest } = draft;
  const result = UpdateUserBody.safeParse(currentPassword === '' ? rest : draft);
  if (result.success) return { changes: result.data, refusals: null };
  return { changes: null, refusals: refusalsByField(fieldProblems(result.error.issues)) };
}
