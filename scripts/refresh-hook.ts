/**
 * Each app's build has its own Fast Refresh runtime, and one that arrives after React cannot see it: edits to a remote would then change
 * nothing on screen. This stands in for the hook that React announces itself to, before any script runs. Development only.
 */
const hook = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map(), supportsFiber: true,
  inject(renderer) { this.renderers.set(this.renderers.size + 1, renderer); return this.renderers.size; },
  onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
};`;

/** Puts the hook at the top of a development page. */
export function shareRefreshRuntime(html: string): string {
  return html.replace('<head>', () => `<head><script>${hook}</script>`);
}
