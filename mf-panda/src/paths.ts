/** Addresses of this remote's screens, as in remote.json. */
export const paths = {
  pandas: '/panda',
  panda: (id: string) => `/panda/${encodeURIComponent(id)}`,
  /** A Panda with the form to back it. */
  backPanda: (id: string) => `/panda/${encodeURIComponent(id)}?back`,
  /** A circle's page, which belongs to another remote. */
  circle: (id: string) => `/groups/${encodeURIComponent(id)}`,
  /** A person's page, which belongs to another remote. */
  person: (username: string) => `/frens/${encodeURIComponent(username)}`,
};
