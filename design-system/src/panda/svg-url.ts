/** The drawing as an image address: only what an address cannot hold is escaped, a third shorter than escaping all. */
export function svgUrl(svg: string): string {
  // A drawing holds no apostrophe of its own: text in it is escaped.
  const text = svg.replaceAll('"', "'").replace(/[^ -~]+|[%#<>]/gu, encodeURIComponent);
  return `data:image/svg+xml,${text}`;
}

/** A picture with nothing in it, as large as the one that will take its place: nothing moves when that comes. */
export function emptyUrl(width: number, height: number): string {
  return svgUrl(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`);
}
