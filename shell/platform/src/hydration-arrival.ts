/**
 * Navigation state of a link back to a page: the page is restored where it was left, scrolled and with the focus on the followed
 * link. `<Link to="/panda?q=tid" state={arriveWhereLeft}>`.
 */
export const arriveWhereLeft = { arriveWhereLeft: true } as const;
