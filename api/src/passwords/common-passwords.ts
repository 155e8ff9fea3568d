import { dictionary } from '@zxcvbn-ts/language-common';

/** What people guess first on this site and in no list. */
const ofTheProduct = ['frens', 'bamboo', 'panda', 'matchmaker', 'friend', 'amigos', 'bambu'];
/** D7: how many of the commonest passwords are refused. */
const refused = 3000;

let common: Set<string> | undefined;

/** The list is in the order of how often each is used. */
function commonPasswords(): Set<string> {
  common ??= new Set([
    ...(dictionary['passwords-common'] ?? []).slice(0, refused).map(String),
    ...ofTheProduct,
  ]);
  return common;
}

/** Whether a password is among the first that anybody would try, also with a number or a sign behind it (D7, D12). */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFC').trim().toLowerCase();
  return commonPasswords().has(plain) || commonPasswords().has(plain.replace(/[\d\p{P}\p{S}]+$/u, ''));
}
