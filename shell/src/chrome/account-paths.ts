/** Where the account's links lead. The /v2 chrome has its own. */
export interface AccountPaths {
  login: string;
  register: string;
  profile: string;
  privacySettings: string;
}

export const accountPaths: AccountPaths = {
  login: '/auth',
  register: '/auth?tab=register',
  profile: '/profile',
  privacySettings: '/privacy-settings',
};
