/**
 * Each app's build has its own Fast Refresh runtime, and one that loads after React cannot connect to it, so that edits to a remote would
 * have no effect. This stub replaces the hook that React registers with, before any script runs. Development only.
 */
const hook = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) { this.renderers.set(this.renderers.size + 1, renderer); return this.renderers.size; },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
};`;

/** Inserts the hook at the top of a development page. */
export function shareRefreshRuntime(html: string): string {
  return html.replace('<head>', () => `<head><script>${hook}</script>`);
}
