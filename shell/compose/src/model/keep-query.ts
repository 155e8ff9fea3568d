/**
 * Keeps a page's query in its link to itself, except what the link says itself and which form the page shows.
 *
 * @param link the query of the link
 * @param page the query of the page
 * @param forms the queries that show a form of the page (`queries` of its descriptor)
 */
export function keepQuery(
  link: URLSearchParams,
  page: URLSearchParams,
  forms: readonly string[] = [],
): URLSearchParams {
  const isForm = (name: string) => forms.some((one) => new URLSearchParams(one).get(name));
  const kept = [...page].filter(([name]) => !link.get(name) && !isForm(name));
  const own = [...link].filter(([name]) => !kept.some(([one]) => one === name));
  return new URLSearchParams([...kept, ...own]);
}
