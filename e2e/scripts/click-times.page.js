// Runs inside the page, before its own scripts: what can only be measured there. See click-times.ts.
globalThis.clickTimes = {
  /** Resolves when the browser has had nothing to do twice in a row. */
  async untilIdle() {
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
    }
  },

  /**
   * Resolves to the milliseconds from the next click until the heading of the page at a path has been painted. The second
   * animation frame after the heading came is the first moment that is surely after its paint, so the figure is at most
   * one frame too long and never too short.
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
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)));
        }
        observer.observe(document.body, { subtree: true, childList: true });
        look();
      }
      document.addEventListener('click', watch, { capture: true, once: true });
    });
  },
};
