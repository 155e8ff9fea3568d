// Shared by all pages of the development server: a browser opens six connections to a server, and each stream of events holds one.
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
