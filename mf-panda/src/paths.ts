/** Addresses of this remote's screens, as in remote.json. */
export const paths = {
  pandas: '/panda',
  panda: (id: string) => `/panda/${encodeURIComponent(id)}`,
};
