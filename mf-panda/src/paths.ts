import { circlePath, pandaPath, personPath } from '@frens/contract/page-paths';

/** Paths of this remote's screens, as in remote.json. */
export const paths = {
  pandas: '/panda',
  /** @param forCircle id of the circle whose gate requires the stake */
  panda: (id: string, forCircle: string | null = null) => withQuery(id, forCircle),
  /** A Panda's page with the stake form open. */
  backPanda: (id: string, forCircle: string | null = null) => withQuery(id, forCircle, 'back'),
  /** A circle's page; owned by another remote. */
  circle: circlePath,
  /** A person's page; owned by another remote. */
  person: personPath,
};

function withQuery(id: string, forCircle: string | null, ...words: string[]): string {
  const query = [...words, ...(forCircle ? [`for=${encodeURIComponent(forCircle)}`] : [])].join('&');
  return `${pandaPath(id)}${query && `?${query}`}`;
}
