/**
 * State of a link back to a page: it is shown where it was left, scrolled and with the focus on the link that was followed.
 * `<Link to="/panda?q=tid" state={arriveWhereLeft}>`.
 */
export const arriveWhereLeft = { arriveWhereLeft: true } as const;
