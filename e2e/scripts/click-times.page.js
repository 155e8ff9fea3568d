// Runs inside the page, before its own scripts: what can only be measured there. See click-times.ts.
globalThis.clickTimes = {
  /** Resolves when the browser has had nothing to do twice in a row. */
  async untilIdle() {
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
    }
  },

  /**
   * Resolves to the milliseconds from the next click until the heading of the page at a path has been painted: until the
   * first task after the frame in which it came, which the browser runs once that frame has been laid out and painted.
   */
  headingPainted(path) {
    const before = document.querySelector('main h1');
    return new Promise((resolve) => {
      function watch({ timeStamp }) {
        const observer = new MutationObserver(look);
        function look() {
          const heading = document.querySelector('main h1');
          if (location.pathname !== path || !heading || heading === before) return;
          observer.disconnect();
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => {
            port1.close();
            resolve(performance.now() - timeStamp);
          });
          port1.start();
          requestAnimationFrame(() => port2.postMessage(null));
        }
        observer.observe(document.body, { subtree: true, childList: true });
        look();
      }
      document.addEventListener('click', watch, { capture: true, once: true });
    });
  },
};
