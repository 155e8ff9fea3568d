// MSW's worker, asked for what stories mock and for nothing else: it would have another document of this Storybook answer for each file of one that
// is still loading, and what that one has not answered when it is closed or loaded anew would wait for ever.
const mocked = /^\/(api\/|media\/|dev\/versions\.json|composition\.json)/;
addEventListener('fetch', (event) => {
  if (!mocked.test(new URL(event.request.url).pathname)) event.stopImmediatePropagation();
});
importScripts('./msw-worker.js');
