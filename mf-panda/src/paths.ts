/** Paths of this remote's screens, as in remote.json. */
export const paths = {
  pandas: '/panda',
  /** @param forCircle id of the circle whose gate requires the stake */
  panda: (id: string, forCircle: string | null = null) => pandaPath(id, forCircle),
  /** A Panda's page with the stake form open. */
  backPanda: (id: string, forCircle: string | null = null) => pandaPath(id, forCircle, 'back'),
  /** A circle's page; owned by another remote. */
  circle: (id: string) => `/groups/${encodeURIComponent(id)}`,
  /** A person's page; owned by another remote. */
  person: (username: string) => `/frens/${encodeURIComponent(username)}`,
};

function pandaPath(id: string, forCircle: string | null, ...words: string[]): string {
  const query = [...words, ...(forCircle ? [`for=${encodeURIComponent(forCircle)}`] : [])].join('&');
  return `/panda/${encodeURIComponent(id)}${query && `?${query}`}`;
}
