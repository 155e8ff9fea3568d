// Paths of pages that other remotes, mails and the server link to. Inside /v2, links resolve to their /v2 twins.

/** Path of a person's page (D57). */
export const personPath = (username: string) => `/frens/${encodeURIComponent(username)}` as const;

/** Path of a Panda's page. */
export const pandaPath = (pandaId: string) => `/panda/${encodeURIComponent(pandaId)}` as const;

/** Path of a circle's page (D58). */
export const circlePath = (circleId: string) => `/groups/${encodeURIComponent(circleId)}` as const;
