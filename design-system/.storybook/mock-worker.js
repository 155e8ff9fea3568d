// MSW's service worker, limited to requests that stories mock. Unlimited, it would ask another page of this Storybook for each file of
// a loading one; requests to a page that is closed or reloaded meanwhile would hang.
const mocked = /^\/(api\/|media\/|dev\/versions\.json|composition\.json)/;
addEventListener('fetch', (event) => {
  if (!mocked.test(new URL(event.request.url).pathname)) event.stopImmediatePropagation();
});
importScripts('./msw-worker.js');
