/** Addresses of this remote's screens, as in remote.json. */
export const paths = {
  pandas: '/panda',
  /** @param forCircle the circle that the reader comes from to back it */
  panda: (id: string, forCircle: string | null = null) => pandaPath(id, forCircle),
  /** A Panda with the form to back it. */
  backPanda: (id: string, forCircle: string | null = null) => pandaPath(id, forCircle, 'back'),
  /** A circle's page, which belongs to another remote. */
  circle: (id: string) => `/groups/${encodeURIComponent(id)}`,
  /** A person's page, which belongs to another remote. */
  person: (username: string) => `/frens/${encodeURIComponent(username)}`,
};

function pandaPath(id: string, forCircle: string | null, ...words: string[]): string {
  const query = [...words, ...(forCircle ? [`for=${encodeURIComponent(forCircle)}`] : [])].join('&');
  return `/panda/${encodeURIComponent(id)}${query && `?${query}`}`;
}
