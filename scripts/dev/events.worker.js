// Shared by all development pages: browsers allow six connections per server, and each event stream occupies one.
const pages = new Set();
let latest;
new EventSource('/__dev/events').addEventListener('message', ({ data }) => {
  latest = data;
  for (const page of pages) page.postMessage(latest);
});
addEventListener('connect', ({ ports: [page] }) => {
  pages.add(page);
  if (latest !== undefined) page.postMessage(latest);
});
